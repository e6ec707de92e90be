/** What people are made of: names by part of the world, and homes, occupations and reasons of lenders. */

/** First and family names. People in the sandbox combine these names, so none is a real person. */
interface Names {
  readonly female: readonly string[]
  readonly male: readonly string[]
  readonly family: readonly string[]
  /** Names of groups of borrowers. */
  readonly groups: readonly string[]
}

const words = (text: string): readonly string[] => text.split(' ')

export const names = {
  eastAfrican: {
    female: words('Amina Wanjiku Akinyi Nakato Mwende Zawadi Neema Furaha Chebet Halima Immaculate Rehema'),
    male: words('Otieno Baraka Juma Kamau Mwangi Okello Kiprop Salim Hakizimana Mutiso'),
    family: words('Wekesa Achieng Mukasa Njoroge Chelimo Barasa Mwamba Ochola'),
    groups: ['Umoja', 'Tujijenge', 'Amani', 'Jitahidi Women', 'Upendo', 'Neema ya Shamba', 'Kazi Kwanza'],
  },
  westAfrican: {
    female: words('Adwoa Abena Fatou Awa Ngozi Aïssatou Folake Mariam Akosua Bintou Yetunde'),
    male: words('Kwabena Kofi Mamadou Ousmane Chidi Tunde Ibrahima Yaw Sékou'),
    family: words('Asante Diallo Okafor Mensah Traoré Ndiaye Adeyemi Sarpong'),
    groups: ['Jigiya', 'Takku Liggey', 'Nhyira', 'Benkadi', 'Ifesowapo', 'Book Jom'],
  },
  malagasy: {
    female: words('Voahangy Lalao Hanitra Fanja Noro Saholy Tiana'),
    male: words('Rivo Hery Tahina Faly Naina Solofo'),
    family: words('Rakotobe Razafy Andriana Rasoa Ravelo'),
    groups: ['Fanantenana', 'Miray Hina', 'Tsinjo Lavitra', 'Fitiavana'],
  },
  latin: {
    female: words(
      'María Lucía Rosalía Yolanda Inés Ángela Marisol Jacinta Graciela Nélida Belén Concepción Flor Ximena',
    ),
    male: [...words('Joaquín Ramón Efraín Nicolás Hernán Óscar Rubén Germán Tomás Saúl'), 'José Luis'],
    family: words('Quispe Núñez Ramírez Ibáñez Mamani Zárate Peña Córdova Güemes Ayala'),
    groups: [
      'Las Emprendedoras',
      'Nuevo Amanecer',
      'Mujeres del Maíz',
      'La Esperanza',
      'Sumaq Ñan',
      'Flor de Café',
    ],
  },
  filipino: {
    female: words(
      'Marites Rowena Jocelyn Analyn Luzviminda Cherry Gemma Rosalie Divina Merlyn Arlene Nenita',
    ),
    male: words('Rodel Jun Arnel Danilo Reynaldo Benjie Efren'),
    family: words('Bautista Dimaculangan Magbanua Catacutan Sumagaysay Lacson Villaruz'),
    groups: ['Bayanihan', 'Sampaguita', 'Bagong Pag-asa', 'Maligaya', 'Kapit-Bisig'],
  },
  khmer: {
    female: words('Sophea Chanthou Sreyneang Bopha Kunthea Sokha Phally Ratana Channary'),
    male: words('Sovann Dara Vuthy Rithy Samnang Piseth Veasna'),
    family: words('Chhim Keo Sok Meas Nhem Prak Sorn'),
    groups: ['Phum Thmei', 'Rumduol', 'Samaki', 'Romchong'],
  },
  vietnamese: {
    female: words('Hường Thảo Ngọc Liễu Mỹ Đào Phượng Nguyệt Hạnh Tuyết'),
    male: words('Đặng Tuấn Dũng Hưng Quý Thắng Việt'),
    family: words('Lương Trịnh Phùng Đoàn Tạ Kiều Mạc'),
    groups: ['Sông Xanh', 'Đoàn Kết', 'Hoa Sen', 'Đồng Tâm'],
  },
  indian: {
    female: words('Lakshmi Sunita Devi Malati Thoibi Kamala Sushila Parvati Maya Bimala'),
    male: words('Ramesh Suresh Ibomcha Bishnu Gopal Prakash'),
    family: words('Devi Naidu Behera Gurung Selvam Thapa'),
    groups: ['Lotus', 'Shakti Sahayata', 'Nila', 'Sayapatri', 'Jeevan Jyoti'],
  },
  indonesian: {
    female: [...words('Sulastri Wulan Ratna Endang Siti Ningsih Dewi'), 'Ni Wayan'],
    male: words('Wayan Budi Agus Slamet Ketut Joko'),
    family: words('Wibowo Santika Hidayat Lestari Suryani'),
    groups: ['Melati', 'Gotong Royong', 'Sinar Pagi', 'Mekar Sari'],
  },
  centralAsian: {
    female: words('Gulnora Zebo Nigora Mavluda Aizada Cholpon Saodat Shahlo Гулбахор'),
    male: words('Farrukh Rustam Bakyt Nurlan Davron Jamshed Азамат'),
    family: words('Rahimova Karimzoda Asanova Toktogulov Safarov'),
    groups: ['Navruz', 'Ala-Too', 'Bahor', 'Dostuk'],
  },
  thai: {
    female: words('นงลักษณ์ สมใจ มาลี Somying Kanya วันดี'),
    male: words('สมชาย Prasert Anan ธนา'),
    family: words('Srisuk Thongdee ใจดี Boonmee'),
    groups: ['บ้านสวน', 'Rak Thai', 'ข้าวใหม่'],
  },
  arabic: {
    female: words('Rania Huda Samar Iman Nadia Khawla Abeer سلمى'),
    male: words('Khaled Yousef Omar Hatem Bilal Tareq نادر'),
    family: words('Haddad Khoury Nassar Qasem Darwish'),
    groups: ['Al Amal', 'Zaytouna', 'Nour'],
  },
  georgian: {
    female: words('Nino Ketevan Manana Lali Tamar ნათია'),
    male: words('Giorgi Zurab Levan Tengiz ირაკლი'),
    family: words('Beridze Gelashvili Kapanadze Lomidze'),
    groups: ['Vazi', 'Mziuri'],
  },
  armenian: {
    female: words('Anahit Siranush Lusine Hasmik Գայանե Karine'),
    male: words('Hayk Armen Gevorg Սամվել Vahan'),
    family: words('Sargsyan Hovhannisyan Grigoryan Danielyan'),
    groups: ['Nur', 'Ararat Garden'],
  },
  albanian: {
    female: words('Valbona Drita Mirela Teuta Blerta'),
    male: words('Agron Ilir Besnik Arben Gëzim'),
    family: words('Hoxhaj Kelmendi Shala Gjoka'),
    groups: ['Ulliri', 'Dielli'],
  },
  slavic: {
    female: words('Oksana Галина Svitlana Людмила Nadiya Ірина'),
    male: words('Andriy Богдан Mykola Тарас'),
    family: words('Koval Bondar Melnyk Шевчук Tkachuk'),
    groups: ['Sonyashnyk', 'Криниця'],
  },
  samoan: {
    female: words('Sina Lagi Malia Tala Fetu Moana'),
    male: words('Sione Tavita Ioane Lua'),
    family: words('Faleolo Leota Tuilagi Matai'),
    groups: ['Lupe', 'Fale Fou'],
  },
  english: {
    female: words(
      'Robin Hazel Maren Imogen Joy Tess Wilhelmina Odette Pilar Yuki Saoirse Greta Noor Beatrix Ada',
    ),
    male: words(
      'Elliot Anton Marcel Wendell Piotr Lars Matteo Søren Hugo Kenji Idris Björn Caspar Émile Zoltán',
    ),
    family: words(
      'Hartwell Lindqvist Okonjo Vandermeer Castellan Brightwater Moorcroft Delacroix Petrov Yamane',
    ),
    groups: ['Corner Shop', 'Lakeside Makers', 'Mile Road Growers'],
  },
} as const satisfies Record<string, Names>

export type NamePool = keyof typeof names

/** Homes of lenders: place, country code, and the pool of names usual there. */
export const homes: readonly (readonly [whereabouts: string, country: string, names: NamePool])[] = [
  ['Leeds, West Yorkshire', 'GB', 'english'],
  ['Portland, Oregon', 'US', 'english'],
  ['Duluth, Minnesota', 'US', 'english'],
  ['Austin, Texas', 'US', 'latin'],
  ['Halifax, Nova Scotia', 'CA', 'english'],
  ['Montréal, Québec', 'CA', 'english'],
  ['Köln', 'DE', 'english'],
  ['Leipzig', 'DE', 'slavic'],
  ['Rennes', 'FR', 'english'],
  ['Marseille', 'FR', 'arabic'],
  ['Utrecht', 'NL', 'english'],
  ['Göteborg', 'SE', 'english'],
  ['Tromsø', 'NO', 'english'],
  ['Zürich', 'CH', 'english'],
  ['Lisboa', 'PT', 'latin'],
  ['Sevilla', 'ES', 'latin'],
  ['Kraków', 'PL', 'slavic'],
  ['Wellington', 'NZ', 'samoan'],
  ['Hobart, Tasmania', 'AU', 'english'],
  ['Sapporo', 'JP', 'english'],
  ['東京', 'JP', 'english'],
  ['Bengaluru', 'IN', 'indian'],
  ['Nairobi', 'KE', 'eastAfrican'],
  ['Accra', 'GH', 'westAfrican'],
  ['São Paulo', 'BR', 'latin'],
  ['Ciudad de México', 'MX', 'latin'],
  ['Singapore', 'SG', 'vietnamese'],
  ['İzmir', 'TR', 'centralAsian'],
]

export const occupations = [
  'Primary school teacher',
  'Nurse',
  'Retired librarian',
  'Software developer',
  'Bus driver',
  'Baker',
  'Gardener',
  'Veterinary nurse',
  'Student',
  'Retired music teacher',
  'Carpenter',
  'Midwife',
  'Translator',
  'Ship’s engineer',
  'Bookseller',
  'Hydrologist',
  'Grandparent, full time',
] as const

export const reasons = [
  'Somebody lent me my first tools. I never forgot it.',
  'The same ten pounds can help again and again.',
  'I like to read the stories over breakfast with my daughter, and she chooses.',
  'Because a loan says: I believe that this will work.',
  'My grandmother kept a market stall. Every loan is for her.',
  'We would rather lend than give advice.',
  'I grew up beside a river that flooded. A small loan at the right time is worth a big one too late.',
  'Curiosity, to begin with. Now it is a habit that I do not want to lose.',
] as const

export const occupationalInfos = [
  'I teach reading to seven-year-olds, who ask better questions than most committees.',
  'Night shifts, mostly. It leaves the mornings for the allotment.',
  'Forty years behind the same counter, and never bored.',
  'I look after old bridges, so that nobody has to notice them.',
  'Bread, rolls and, on Fridays, something with plums.',
] as const

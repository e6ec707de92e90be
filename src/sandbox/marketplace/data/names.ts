/** What people are made of: names by part of the world, and homes, occupations and reasons of lenders. */
import { splitCells } from '../text.ts'

/** First and family names. People in the sandbox combine these names, so none is a real person. */
interface Names {
  readonly female: readonly string[]
  readonly male: readonly string[]
  readonly family: readonly string[]
  /** Names of groups of borrowers. */
  readonly groups: readonly string[]
}

/** Women, men, families and groups, by part of the world. */
const table = {
  eastAfrican: `Amina, Wanjiku, Akinyi, Nakato, Mwende, Zawadi, Neema, Furaha, Chebet, Halima, Immaculate, Rehema | Otieno, Baraka, Juma, Kamau, Mwangi, Okello, Kiprop, Salim, Hakizimana, Mutiso | Wekesa, Achieng, Mukasa, Njoroge, Chelimo, Barasa, Mwamba, Ochola | Umoja, Tujijenge, Amani, Jitahidi Women, Upendo, Neema ya Shamba, Kazi Kwanza`,
  westAfrican: `Adwoa, Abena, Fatou, Awa, Ngozi, Aïssatou, Folake, Mariam, Akosua, Bintou, Yetunde | Kwabena, Kofi, Mamadou, Ousmane, Chidi, Tunde, Ibrahima, Yaw, Sékou | Asante, Diallo, Okafor, Mensah, Traoré, Ndiaye, Adeyemi, Sarpong | Jigiya, Takku Liggey, Nhyira, Benkadi, Ifesowapo, Book Jom`,
  malagasy: `Voahangy, Lalao, Hanitra, Fanja, Noro, Saholy, Tiana | Rivo, Hery, Tahina, Faly, Naina, Solofo | Rakotobe, Razafy, Andriana, Rasoa, Ravelo | Fanantenana, Miray Hina, Tsinjo Lavitra, Fitiavana`,
  latin: `María, Lucía, Rosalía, Yolanda, Inés, Ángela, Marisol, Jacinta, Graciela, Nélida, Belén, Concepción, Flor, Ximena | Joaquín, Ramón, Efraín, Nicolás, Hernán, Óscar, Rubén, Germán, Tomás, Saúl, José Luis | Quispe, Núñez, Ramírez, Ibáñez, Mamani, Zárate, Peña, Córdova, Güemes, Ayala | Las Emprendedoras, Nuevo Amanecer, Mujeres del Maíz, La Esperanza, Sumaq Ñan, Flor de Café`,
  filipino: `Marites, Rowena, Jocelyn, Analyn, Luzviminda, Cherry, Gemma, Rosalie, Divina, Merlyn, Arlene, Nenita | Rodel, Jun, Arnel, Danilo, Reynaldo, Benjie, Efren | Bautista, Dimaculangan, Magbanua, Catacutan, Sumagaysay, Lacson, Villaruz | Bayanihan, Sampaguita, Bagong Pag-asa, Maligaya, Kapit-Bisig`,
  khmer: `Sophea, Chanthou, Sreyneang, Bopha, Kunthea, Sokha, Phally, Ratana, Channary | Sovann, Dara, Vuthy, Rithy, Samnang, Piseth, Veasna | Chhim, Keo, Sok, Meas, Nhem, Prak, Sorn | Phum Thmei, Rumduol, Samaki, Romchong`,
  vietnamese: `Hường, Thảo, Ngọc, Liễu, Mỹ, Đào, Phượng, Nguyệt, Hạnh, Tuyết | Đặng, Tuấn, Dũng, Hưng, Quý, Thắng, Việt | Lương, Trịnh, Phùng, Đoàn, Tạ, Kiều, Mạc | Sông Xanh, Đoàn Kết, Hoa Sen, Đồng Tâm`,
  indian: `Lakshmi, Sunita, Devi, Malati, Thoibi, Kamala, Sushila, Parvati, Maya, Bimala | Ramesh, Suresh, Ibomcha, Bishnu, Gopal, Prakash | Devi, Naidu, Behera, Gurung, Selvam, Thapa | Lotus, Shakti Sahayata, Nila, Sayapatri, Jeevan Jyoti`,
  indonesian: `Sulastri, Wulan, Ratna, Endang, Siti, Ningsih, Dewi, Ni Wayan | Wayan, Budi, Agus, Slamet, Ketut, Joko | Wibowo, Santika, Hidayat, Lestari, Suryani | Melati, Gotong Royong, Sinar Pagi, Mekar Sari`,
  centralAsian: `Gulnora, Zebo, Nigora, Mavluda, Aizada, Cholpon, Saodat, Shahlo, Гулбахор | Farrukh, Rustam, Bakyt, Nurlan, Davron, Jamshed, Азамат | Rahimova, Karimzoda, Asanova, Toktogulov, Safarov | Navruz, Ala-Too, Bahor, Dostuk`,
  thai: `นงลักษณ์, สมใจ, มาลี, Somying, Kanya, วันดี | สมชาย, Prasert, Anan, ธนา | Srisuk, Thongdee, ใจดี, Boonmee | บ้านสวน, Rak Thai, ข้าวใหม่`,
  arabic: `Rania, Huda, Samar, Iman, Nadia, Khawla, Abeer, سلمى | Khaled, Yousef, Omar, Hatem, Bilal, Tareq, نادر | Haddad, Khoury, Nassar, Qasem, Darwish | Al Amal, Zaytouna, Nour`,
  georgian: `Nino, Ketevan, Manana, Lali, Tamar, ნათია | Giorgi, Zurab, Levan, Tengiz, ირაკლი | Beridze, Gelashvili, Kapanadze, Lomidze | Vazi, Mziuri`,
  armenian: `Anahit, Siranush, Lusine, Hasmik, Գայանե, Karine | Hayk, Armen, Gevorg, Սամվել, Vahan | Sargsyan, Hovhannisyan, Grigoryan, Danielyan | Nur, Ararat Garden`,
  albanian: `Valbona, Drita, Mirela, Teuta, Blerta | Agron, Ilir, Besnik, Arben, Gëzim | Hoxhaj, Kelmendi, Shala, Gjoka | Ulliri, Dielli`,
  slavic: `Oksana, Галина, Svitlana, Людмила, Nadiya, Ірина | Andriy, Богдан, Mykola, Тарас | Koval, Bondar, Melnyk, Шевчук, Tkachuk | Sonyashnyk, Криниця`,
  samoan: `Sina, Lagi, Malia, Tala, Fetu, Moana | Sione, Tavita, Ioane, Lua | Faleolo, Leota, Tuilagi, Matai | Lupe, Fale Fou`,
  english: `Robin, Hazel, Maren, Imogen, Joy, Tess, Wilhelmina, Odette, Pilar, Yuki, Saoirse, Greta, Noor, Beatrix, Ada | Elliot, Anton, Marcel, Wendell, Piotr, Lars, Matteo, Søren, Hugo, Kenji, Idris, Björn, Caspar, Émile, Zoltán | Hartwell, Lindqvist, Okonjo, Vandermeer, Castellan, Brightwater, Moorcroft, Delacroix, Petrov, Yamane | Corner Shop, Lakeside Makers, Mile Road Growers`,
}

export type NamePool = keyof typeof table

export const names = Object.fromEntries(
  Object.entries(table).map(([pool, row]): [string, Names] => {
    const [female = [], male = [], family = [], groups = []] = row
      .split(' | ')
      .map((list) => list.split(', '))
    return [pool, { female, male, family, groups }]
  }),
) as Readonly<Record<NamePool, Names>>

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

export const occupations = splitCells(`
Primary school teacher; Nurse; Retired librarian; Software developer; Bus driver; Baker; Gardener
Veterinary nurse; Student; Retired music teacher; Carpenter; Midwife; Translator; Ship’s engineer
Bookseller; Hydrologist; Grandparent, full time
`)

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

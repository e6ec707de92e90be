/**
 * Countries of the marketplace, with their towns, currencies and languages. Places and coordinates are real.
 * Exchange rates are round numbers that are only plausible.
 */
import type { regionNames } from '../../../api/country-regions.ts'
import type { NamePool } from './names.ts'

/** Region codes of loan search. `region` never matches a country outside these regions. */
type RegionCode = Exclude<keyof typeof regionNames, 'we'>

type Town = readonly [name: string, latitude: number, longitude: number]

export interface Country {
  readonly code: string
  readonly name: string
  readonly region: RegionCode
  readonly currency: string
  /** Units of the currency per US dollar. */
  readonly rate: number
  readonly names: NamePool
  /** Original language of loan descriptions, in addition to English. Absent if they are in English only. */
  readonly language?: 'es' | 'fr' | 'ru' | 'vi'
  /** Relative frequency among loans. */
  readonly weight: number
  readonly at: readonly [latitude: number, longitude: number]
  readonly towns: readonly Town[]
}

/** A row: code, name, region, currency, rate, names, language, weight, place, towns with their places. */
const table = `
KE|Kenya|af|KES|130|eastAfrican||22|1 38|Nakuru -0.283333 36.066667; Kitale 1.019089 35.002305; Kisumu -0.1 34.75; Kilifi -3.633333 39.85; Meru 0.05 37.65
UG|Uganda|af|UGX|3700|eastAfrican||9|2 33|Masaka -0.333333 31.733333; Mbale 1.080556 34.175; Gulu 2.766667 32.305556; Hoima 1.433056 31.343889
RW|Rwanda|af|RWF|1300|eastAfrican||3|-2 30|Musanze -1.499444 29.635; Huye -2.596667 29.739444; Rwamagana -1.948611 30.434722
TZ|Tanzania|af|TZS|2500|eastAfrican||4|-6 35|Mwanza -2.516667 32.9; Moshi -3.333333 37.333333; Iringa -7.766667 35.7
GH|Ghana|af|GHS|15|westAfrican||4|8 -2|Kumasi 6.683333 -1.616667; Cape Coast 5.1 -1.25; Tamale 9.4075 -0.853333
NG|Nigeria|af|NGN|1500|westAfrican||3|10 8|Jos 9.928333 8.892222; Ibadan 7.3964 3.8867; Abeokuta 7.15 3.35
SN|Senegal|af|XOF|600|westAfrican|fr|3|14 -14|Thiès 14.783333 -16.916667; Kaolack 14.146 -16.0726; Ziguinchor 12.583333 -16.266667
ML|Mali|af|XOF|600|westAfrican|fr|2|17 -4|Ségou 13.45 -6.266667; Sikasso 11.316667 -5.666667
MG|Madagascar|af|MGA|4500|malagasy|fr|4|-20 47|Antsirabe -19.865833 47.033333; Fianarantsoa -21.453611 47.085833; Ambositra -20.516667 47.25
ZM|Zambia|af|ZMW|26|eastAfrican||2|-15 30|Chipata -13.645278 32.646389; Choma -16.808889 26.9875
GT|Guatemala|ca|GTQ|7.75|latin|es|4|15.5 -90.25|Sololá 14.766667 -91.183333; Quetzaltenango 14.833333 -91.516667; Cobán 15.483333 -90.366667
HN|Honduras|ca|HNL|25|latin|es|3|15 -86.5|Comayagua 14.46 -87.65; Danlí 14.033333 -86.583333
NI|Nicaragua|ca|NIO|36.5|latin|es|4|13 -85|Estelí 13.083333 -86.35; Masaya 11.966667 -86.1; Jinotega 13.091 -86.0023
SV|El Salvador|ca|USD|1|latin|es|4|13.833333 -88.916667|Ahuachapán 13.921389 -89.845; Sonsonate 13.72 -89.73; Usulután 13.35 -88.45
MX|Mexico|na|MXN|18|latin|es|4|23 -102|Oaxaca 17.083333 -96.75; Zitácuaro 19.436111 -100.357222; San Cristóbal 16.736667 -92.638333
PE|Peru|sa|PEN|3.75|latin|es|8|-10 -76|Urubamba -13.304722 -72.116667; Huánuco -9.929444 -76.239722; Ayacucho -13.158333 -74.223889; Sicuani -14.266667 -71.233333
EC|Ecuador|sa|USD|1|latin|es|7|-2 -77.5|Otavalo 0.233333 -78.266667; Loja -3.993056 -79.204167; Portoviejo -1.056111 -80.454444
BO|Bolivia|sa|BOB|6.9|latin|es|4|-17 -65|Cochabamba -17.388333 -66.159722; Achacachi -16.05 -68.683333
CO|Colombia|sa|COP|4000|latin|es|5|4 -72|Armenia 4.533889 -75.681111; Popayán 2.454167 -76.609167; Barranquilla 10.963889 -74.796389
PY|Paraguay|sa|PYG|7400|latin|es|5|-22.993333 -57.996389|Caacupé -25.385278 -57.140278; Villarrica -25.75 -56.433333
PH|Philippines|as|PHP|57|filipino||13|13 122|Bacolod 10.676667 122.950556; Narra, Palawan 9.266667 118.4; Ormoc 11.0064 124.6075; Tagbilaran 9.65 123.85
KH|Cambodia|as|KHR|4100|khmer||8|13 105|Kampong Cham 11.983333 105.45; Siem Reap 13.3622 103.8597; Takeo 10.983333 104.783333; Battambang 13.1 103.2
VN|Viet Nam|as|VND|25000|vietnamese|vi|7|16.166667 107.833333|Thanh Hóa 19.8075 105.776389; Sóc Sơn 21.257 105.848; Điện Biên 21.383333 103.016667
IN|India|as|INR|84|indian||5|21 78|Imphal 24.82 93.95; Madurai 9.93 78.12; Balasore 21.49 86.93
ID|Indonesia|as|IDR|15800|indonesian||4|-5 120|Garut -7.216667 107.9; Mataram -8.583333 116.116667; Ubud -8.506944 115.2625
TJ|Tajikistan|as|TJS|10.7|centralAsian|ru|5|39 71|Istaravshan 39.910833 69.006389; Khujand 40.283333 69.633333; Kulob 37.911944 69.785278
KG|Kyrgyzstan|as|KGS|86|centralAsian|ru|3|41 75|Osh 40.53 72.8; Karakol 42.490556 78.393611
TH|Thailand|as|THB|35|thai||2|15 100|Nan 18.783333 100.783333; ขอนแก่น 16.433333 102.833333
NP|Nepal|as|NPR|134|indian||2|28 84|Pokhara 28.208333 83.988889; Ilam 26.9 87.933333
JO|Jordan|me|JOD|0.71|arabic||3|31 36|Irbid 32.555556 35.85; Karak 31.180833 35.705278
LB|Lebanon|me|USD|1|arabic||2|33.833333 35.833333|Saida 33.563056 35.369722; Tripoli 34.436667 35.834444
PS|Palestine|me|ILS|3.7|arabic||2|31.92157 35.203285|Jenin 32.459444 35.300833; Hebron 31.532569 35.09982
GE|Georgia|ee|GEL|2.7|georgian||3|42 43.5|Kutaisi 42.25 42.7; Telavi 41.916667 45.483333
AM|Armenia|ee|AMD|390|armenian||4|40 45|Goris 39.511111 46.341667; Vanadzor 40.812778 44.488333
AL|Albania|ee|ALL|92|albanian||2|41 20|Shkodër 42.068056 19.511944; Korçë 40.616667 20.766667
UA|Ukraine|ee|UAH|41|slavic|ru|2|49 32|Poltava 49.589444 34.551389; Чернівці 48.3 25.933333
WS|Samoa|oc|WST|2.7|samoan||2|-13.583333 -172.333333|Apia -13.833333 -171.766667; Salelologa -13.733333 -172.216667
US|United States|na|USD|1|english||5|38 -97|Detroit, Michigan 42.331389 -83.045833; Las Cruces, New Mexico 32.319722 -106.765278; Duluth, Minnesota 46.786667 -92.100556; Asheville, North Carolina 35.595556 -82.551944
`

const numbers = (text: string) => text.split(' ').map(Number)

export const countries: readonly Country[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', name = '', region, currency = '', rate, names, language, weight, at = '', towns = ''] =
      row.split('|')
    const [latitude = 0, longitude = 0] = numbers(at)
    return {
      ...{ code, name, region: region as RegionCode, currency, rate: Number(rate), names: names as NamePool },
      ...(language && { language: language as Country['language'] & string }),
      ...{ weight: Number(weight), at: [latitude, longitude] },
      towns: towns.split('; ').map((town): Town => {
        const [, place = '', north, east] = /^(.*) (\S+) (\S+)$/.exec(town) ?? []
        return [place, Number(north), Number(east)]
      }),
    }
  })

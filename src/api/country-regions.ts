/** The regions of countries with loans, for filters: loans have no region of their own. */

/**
 * The codes of countries by region. Recorded field partners have most of them; the others are in the region of their
 * neighbors. Not shown: which countries the option `region` of loan search selects.
 */
const countriesOf: Readonly<Record<string, string>> = {
  'North America': 'BB CA CU DO HT JM MX PR TT US VC',
  'Central America': 'BZ CR GT HN NI PA SV',
  'South America': 'AR BO BR CL CO EC GY PE PY SR UY VE',
  Africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ' +
    'ML MR MU MW MZ NA NE NG QS RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW',
  Asia: 'AZ BD BT CN ID IN JP KG KH KP KR KZ LA LK MM MN MV MY NP PH PK SG TH TJ TL TM TW UZ VN',
  'Middle East': 'AE AF BH GZ IL IQ IR JO KW LB OM PS QA SA SY TR YE',
  'Eastern Europe': 'AL AM BA BG BY CZ EE GE HR HU LT LV MD ME MK PL RO RS RU SI SK UA XK',
  'Western Europe': 'AT BE CH DE DK ES FI FR GB GR IE IS IT LU NL NO PT SE',
  Oceania: 'AU FJ FM GU KI MH NC NZ PF PG PW SB TO TV VU WS',
}

/** Region names by the codes of loan search; later documentation has the last two. */
export const regionNames = {
  na: 'North America',
  ca: 'Central America',
  sa: 'South America',
  af: 'Africa',
  as: 'Asia',
  me: 'Middle East',
  ee: 'Eastern Europe',
  oc: 'Oceania',
  we: 'Western Europe',
} as const

const regions: ReadonlyMap<string, string> = new Map(
  Object.entries(countriesOf).flatMap(([region, codes]) =>
    codes.split(' ').map((code) => [code, region] as const),
  ),
)

/** Returns the name of the region of a country code, or `undefined` for an unknown code. */
export const regionOf = (code: string): string | undefined => regions.get(code)

/** Returns the codes of the countries of all regions whose name or code `has` accepts. */
export function codesOfRegions(has: (name: string) => boolean): readonly string[] {
  const found = Object.entries(regionNames).filter(([code, name]) => has(code) || has(name))
  return found.flatMap(([, name]) => countriesOf[name]?.split(' ') ?? [])
}

/**
 * Activities of borrowers and uses of loans, by sector. Every sector of `knownValues.sector` occurs. In a
 * sentence, a use follows "a loan …", and the work follows the borrower's name.
 */
export interface Activity {
  readonly name: string
  readonly sector: string
  readonly uses: readonly string[]
  readonly work: string
  readonly theme?: string
  /** Relative frequency among loans. Default: 2. */
  readonly weight?: number
}

/** Rows: name, sector, weight and theme, then the work, then the uses. */
const table = `
Farming|Agriculture|14|Rural Exclusion
grows maize, beans and a patch of pumpkins on a hillside plot, and sells what the family does not eat
to buy maize seed and fertiliser before the long rains
to rent a second field and plant beans between the rows
to buy maize seed that stands a dry month, and sacks for the harvest
to repair the pump and lay pipe to the lower terrace

Dairy|Agriculture|6|
milks three cows before sunrise and carries the cans to the cooling station by bicycle
to buy a dairy cow in calf
to buy a milk can, feed and salt licks for two cows

Pigs|Agriculture|7|
raises pigs behind the house, fed on rice bran and kitchen leavings
to buy piglets and feed
to build a dry sty with a concrete floor

Poultry|Agriculture|5|
keeps hens in an airy shed and sells eggs to the school kitchen
to buy 120 laying hens
to buy chicks, a brooder lamp and vaccines

Livestock|Agriculture|4|
keeps a small flock that grazes above the village and knows its own way home
to buy four goats
to buy sheep and winter fodder

Fishing|Agriculture||
goes out with the boat at night and sells the catch on the beach at first light
to mend the boat and buy new nets
to dig a fish pond and stock it with tilapia

Coffee|Agriculture||Fair Trade
tends shade-grown coffee and dries it on raised beds beside the river
to renew the coffee trees on half a hectare
to buy a hand pulper and drying trays

Beekeeping|Agriculture||Green
keeps bees at the edge of the forest and sells honey by the jar
to buy ten hives and a smoker
to buy jars and a honey press

Weaving|Arts|4|
weaves shawls in patterns that {their} grandmother drew in the dust with a stick
to buy cotton yarn and natural dyes
to buy a second floor loom

Crafts|Arts||
makes baskets so tight that they hold water, and sells them at the crossroads
to buy reeds and beads for baskets
to buy clay and firewood for the kiln

Sewing|Clothing|5|
sews school uniforms on a treadle machine by the window
to buy an electric sewing machine
to buy cloth, zips and thread for school uniforms

Used Clothing|Clothing|3|
sorts, washes and presses second-hand clothes until they look new
to buy a bale of second-hand coats before winter
to buy children's clothes and hangers

Shoe Sales|Clothing||
sells shoes from a stall beside the bus stop, and mends what can be mended
to buy more sandals and school shoes to sell

Carpentry|Construction||
makes doors, window frames and the occasional cradle
to buy seasoned timber and a table saw
to buy boards for twelve doors that are ordered

Bricks|Construction||Job Creation
presses and fires bricks for houses in three villages
to build a kiln that burns half the wood
to buy cement and moulds for bricks

Higher education costs|Education|4|Higher Education
studies by day and works evenings at a copy shop
to pay fees for the last year of nursing school
to pay for an agronomy course and a laptop

Primary/secondary school costs|Education||Youth
runs a small kitchen, and pays for school a term at a time
to pay three children's school fees and books

Musical Performance|Entertainment||
plays at weddings and harvest feasts, and teaches on quiet days
to buy an amplifier and two microphones
to buy a used accordion for weddings

Games|Entertainment||
keeps a games room where half the street spends rainy evenings
to buy a pool table and a good lamp

Food Production/Sales|Food|8|
bakes bread that is sold out before the school bell
to buy flour, oil and gas for the bakery
to buy a bread oven that uses less wood
to buy rice and spices by the sack

Fruits & Vegetables|Food|6|
sells vegetables from a stall under a mango tree
to buy tomatoes, onions and cabbages straight from the farms
to buy a cart with a sunshade

Fish Selling|Food|3|
buys fish at the landing place and sells it from door to door
to buy a cool box and dried fish in bulk
to buy fish from the landing place

Cereals|Food||
buys grain at harvest time, keeps it dry, and sells it through the lean months
to store millet and beans until prices rise
to buy rice after the harvest, when it is cheap

Restaurant|Food||
cooks lunch for drivers and clerks, one dish a day and never the same twice in a week
to buy tables, pots and a second stove

Pharmacy|Health||Health
keeps the only pharmacy between two market towns
to restock medicines and buy a small refrigerator

Medical Clinic|Health||Health
is a nurse and midwife whose waiting room is a bench under a tree
to buy a delivery bed and a solar lamp for the clinic
to buy spectacles and a test chart

Home Energy|Housing|4|Solar
wants light for homework and a kitchen without smoke
to buy a solar panel, battery and three lamps
to build a biogas digester

Personal Housing Expenses|Housing|5|Water and Sanitation
is building a house one wall at a time
to put a tin roof on the house before the rains
to build a latrine and a water tank

Furniture Making|Manufacturing||SME
builds beds and school benches with two apprentices
to buy wood, varnish and a sander
to buy cane for chairs

Soap Making|Manufacturing||Start-Up
boils soap in the yard and scents it with lemongrass
to buy palm oil, lye and wooden moulds

Home Appliances|Personal Use|3|Water and Sanitation
earns from day labour and wants safe water at home
to buy a water filter and a clean cookstove
to buy a refrigerator for the family

Wedding Expenses|Personal Use|1|
drives a tractor for hire and is getting ready for a feast
to pay for a daughter's wedding

General Store|Retail|14|
keeps a shop in the front room, open from breakfast until the last bus
to stock rice, sugar, soap and cooking oil
to buy a freezer so that the shop can sell cold drinks
to buy shelves, scales and stock for the shop

Mobile Phones|Retail|4|Mobile Technology
sells and repairs phones at a kiosk painted bright yellow
to buy phones, chargers and airtime cards

Charcoal Sales|Retail|3|Green
sells briquettes that smoke less than charcoal
to buy briquettes pressed from rice husk

Cosmetics Sales|Retail|3|
sells cosmetics from a basket, and gives advice for free
to buy creams, combs and hair oil to sell

Bookstore|Retail||
runs a bookshop the size of a cupboard, next to the school gate
to buy schoolbooks, pens and exercise books for the new term

Beauty Salon|Services|4|
braids and cuts hair, and hears all the news of the street
to buy a hood dryer, mirrors and two chairs
to rent a brighter room for the salon

Laundry|Services||
washes for two guest houses and a football club
to buy a washing machine and a clothes press

Electronics Repair|Services||Youth
repairs radios, lamps and whatever is carried in
to buy a soldering station and spare parts

Internet Cafe|Services||Growing Businesses
helps neighbours to fill in forms, print photographs and write to relatives abroad
to buy two computers and a printer

Motorcycle Transport|Transportation|5|
carries people and parcels between the hills and the market
to buy a motorcycle and a second helmet
to buy an electric motorcycle and a spare battery

Taxi|Transportation|3|
drives the early shift, and school children at noon
to overhaul the engine and buy four tyres
to buy a tricycle taxi instead of renting one

Wholesale|Wholesale|3|SME
supplies forty small shops from a store beside the market
to buy onions and potatoes by the lorry load
to buy bottled drinks for forty small shops
`

export const activities: readonly Activity[] = table
  .trim()
  .split('\n\n')
  .map((rows) => {
    const [about = '', work = '', ...uses] = rows.split('\n')
    const [name = '', sector = '', weight, theme] = about.split('|')
    return { name, sector, uses, work, ...(theme && { theme }), ...(weight && { weight: Number(weight) }) }
  })

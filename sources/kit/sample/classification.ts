// The codes and titles of SOC 2020, which are facts: what every synthetic sample is built on. Nothing that is served from real
// files comes from here. Source: ONS, SOC 2020 Volume 1, edition of 16 April 2025 (unit titles from the framework sheet, upper
// titles from the descriptions sheet), licensed under the Open Government Licence v3.0.
import type { ClassificationGroup } from '../source.ts';

const published = `
1 Managers, directors and senior officials
11 Corporate managers and directors
111 Chief executives and senior officials
1111 Chief executives and senior officials
1112 Elected officers and representatives
112 Production managers and directors
1121 Production managers and directors in manufacturing
1122 Production managers and directors in construction
1123 Production managers and directors in mining and energy
113 Functional managers and directors
1131 Financial managers and directors
1132 Marketing, sales and advertising directors
1133 Public relations and communications directors
1134 Purchasing managers and directors
1135 Charitable organisation managers and directors
1136 Human resource managers and directors
1137 Information technology directors
1139 Functional managers and directors n.e.c.
114 Directors in logistics, warehousing and transport
1140 Directors in logistics, warehousing and transport
115 Managers and directors in retail and wholesale
1150 Managers and directors in retail and wholesale
116 Senior officers in protective services
1161 Officers in armed forces
1162 Senior police officers
1163 Senior officers in fire, ambulance, prison and related services
117 Health and social services managers and directors
1171 Health services and public health managers and directors
1172 Social services managers and directors
12 Other managers and proprietors
121 Managers and proprietors in agriculture related services
1211 Managers and proprietors in agriculture and horticulture
1212 Managers and proprietors in forestry, fishing and related services
122 Managers and proprietors in hospitality and leisure services
1221 Hotel and accommodation managers and proprietors
1222 Restaurant and catering establishment managers and proprietors
1223 Publicans and managers of licensed premises
1224 Leisure and sports managers and proprietors
1225 Travel agency managers and proprietors
123 Managers and proprietors in health and care services
1231 Health care practice managers
1232 Residential, day and domiciliary care managers and proprietors
1233 Early education and childcare services proprietors
124 Managers in logistics, warehousing and transport
1241 Managers in transport and distribution
1242 Managers in storage and warehousing
1243 Managers in logistics
125 Managers and proprietors in other services
1251 Property, housing and estate managers
1252 Garage managers and proprietors
1253 Hairdressing and beauty salon managers and proprietors
1254 Waste disposal and environmental services managers
1255 Managers and directors in the creative industries
1256 Betting shop and gambling establishment managers
1257 Hire services managers and proprietors
1258 Directors in consultancy services
1259 Managers and proprietors in other services n.e.c.
2 Professional occupations
21 Science, research, engineering and technology professionals
211 Natural and social science professionals
2111 Chemical scientists
2112 Biological scientists
2113 Biochemists and biomedical scientists
2114 Physical scientists
2115 Social and humanities scientists
2119 Natural and social science professionals n.e.c.
212 Engineering professionals
2121 Civil engineers
2122 Mechanical engineers
2123 Electrical engineers
2124 Electronics engineers
2125 Production and process engineers
2126 Aerospace engineers
2127 Engineering project managers and project engineers
2129 Engineering professionals n.e.c.
213 Information technology professionals
2131 IT project managers
2132 IT managers
2133 IT business analysts, architects and systems designers
2134 Programmers and software development professionals
2135 Cyber security professionals
2136 IT quality and testing professionals
2137 IT network professionals
2139 Information technology professionals n.e.c.
214 Web and multimedia design professionals
2141 Web design professionals
2142 Graphic and multimedia designers
215 Conservation and environment professionals
2151 Conservation professionals
2152 Environment professionals
216 Research and development (r&d) and other research professionals
2161 Research and development (R&D) managers
2162 Other researchers, unspecified discipline
22 Health professionals
221 Medical practitioners
2211 Generalist medical practitioners
2212 Specialist medical practitioners
222 Therapy professionals
2221 Physiotherapists
2222 Occupational therapists
2223 Speech and language therapists
2224 Psychotherapists and cognitive behaviour therapists
2225 Clinical psychologists
2226 Other psychologists
2229 Therapy professionals n.e.c.
223 Nursing professionals
2231 Midwifery nurses
2232 Registered community nurses
2233 Registered specialist nurses
2234 Registered nurse practitioners
2235 Registered mental health nurses
2236 Registered children's nurses
2237 Other registered nursing professionals
224 Veterinarians
2240 Veterinarians
225 Other health professionals
2251 Pharmacists
2252 Optometrists
2253 Dental practitioners
2254 Medical radiographers
2255 Paramedics
2256 Podiatrists
2259 Other health professionals n.e.c.
23 Teaching and other educational professionals
231 Teaching professionals
2311 Higher education teaching professionals
2312 Further education teaching professionals
2313 Secondary education teaching professionals
2314 Primary education teaching professionals
2315 Nursery education teaching professionals
2316 Special and additional needs education teaching professionals
2317 Teachers of English as a foreign language
2319 Teaching professionals n.e.c.
232 Other educational professionals
2321 Head teachers and principals
2322 Education managers
2323 Education advisers and school inspectors
2324 Early education and childcare services managers
2329 Other educational professionals n.e.c
24 Business, media and public service professionals
241 Legal professionals
2411 Barristers and judges
2412 Solicitors and lawyers
2419 Legal professionals n.e.c.
242 Finance professionals
2421 Chartered and certified accountants
2422 Finance and investment analysts and advisers
2423 Taxation experts
243 Business, research and administrative professionals
2431 Management consultants and business analysts
2432 Marketing and commercial managers
2433 Actuaries, economists and statisticians
2434 Business and related research professionals
2435 Professional/Chartered company secretaries
2439 Business, research and administrative professionals n.e.c.
244 Business and financial project management professionals
2440 Business and financial project management professionals
245 Architects, chartered architectural technologists, planning officers, surveyors and construction professionals
2451 Architects
2452 Chartered architectural technologists, planning officers and consultants
2453 Quantity surveyors
2454 Chartered surveyors
2455 Construction project managers and related professionals
246 Welfare professionals
2461 Social workers
2462 Probation officers
2463 Clergy
2464 Youth work professionals
2469 Welfare professionals n.e.c.
247 Librarians and related professionals
2471 Librarians
2472 Archivists, conservators and curators
248 Quality and regulatory professionals
2481 Quality control and planning engineers
2482 Quality assurance and regulatory professionals
2483 Environmental health professionals
249 Media professionals
2491 Newspaper, periodical and broadcast editors
2492 Newspaper and periodical broadcast journalists and reporters
2493 Public relations professionals
2494 Advertising accounts managers and creative directors
3 Associate professional occupations
31 Science, engineering and technology associate professionals
311 Science, engineering and production technicians
3111 Laboratory technicians
3112 Electrical and electronics technicians
3113 Engineering technicians
3114 Building and civil engineering technicians
3115 Quality assurance technicians
3116 Planning, process and production technicians
3119 Science, engineering and production technicians n.e.c.
312 Cad, drawing and architectural technicians
3120 CAD, drawing and architectural technicians
313 Information technology technicians
3131 IT operations technicians
3132 IT user support technicians
3133 Database administrators and web content technicians
32 Health and social care associate professionals
321 Health associate professionals
3211 Dispensing opticians
3212 Pharmaceutical technicians
3213 Medical and dental technicians
3214 Complementary health associate professionals
3219 Health associate professionals n.e.c.
322 Welfare and housing associate professionals
3221 Youth and community workers
3222 Child and early years officers
3223 Housing officers
3224 Counsellors
3229 Welfare and housing associate professionals n.e.c.
323 Teaching and childcare associate professionals
3231 Higher level teaching assistants
3232 Early education and childcare practitioners
324 Veterinary nurses
3240 Veterinary nurses
33 Protective service occupations
331 Protective service occupations
3311 Non-commissioned officers and other ranks
3312 Police officers (sergeant and below)
3313 Fire service officers (watch manager and below)
3314 Prison service officers (below principal officer)
3319 Protective service associate professionals n.e.c.
34 Culture, media and sports occupations
341 Artistic, literary and media occupations
3411 Artists
3412 Authors, writers and translators
3413 Actors, entertainers and presenters
3414 Dancers and choreographers
3415 Musicians
3416 Arts officers, producers and directors
3417 Photographers, audio-visual and broadcasting equipment operators
342 Design occupations
3421 Interior designers
3422 Clothing, fashion and accessories designers
3429 Design occupations n.e.c.
343 Sports and fitness occupations
3431 Sports players
3432 Sports coaches, instructors and officials
3433 Fitness and wellbeing instructors
35 Business and public service associate professionals
351 Transport associate professionals
3511 Aircraft pilots and air traffic controllers
3512 Ship and hovercraft officers
352 Legal associate professionals
3520 Legal associate professionals
353 Finance associate professionals
3531 Brokers
3532 Insurance underwriters
3533 Financial and accounting technicians
3534 Financial accounts managers
354 Business associate professionals
3541 Estimators, valuers and assessors
3542 Importers and exporters
3543 Project support officers
3544 Data analysts
3549 Business associate professionals n.e.c.
355 Sales, marketing and related associate professionals
3551 Buyers and procurement officers
3552 Business sales executives
3553 Merchandisers
3554 Advertising and marketing associate professionals
3555 Estate agents and auctioneers
3556 Sales accounts and business development managers
3557 Events managers and organisers
356 Public services associate professionals
3560 Public services associate professionals
357 HR, training and other vocational associate guidance professionals
3571 Human resources and industrial relations officers
3572 Careers advisers and vocational guidance specialists
3573 Information technology trainers
3574 Other vocational and industrial trainers
358 Regulatory associate professionals
3581 Inspectors of standards and regulations
3582 Health and safety managers and officers
4 Administrative and secretarial occupations
41 Administrative occupations
411 Administrative occupations: government and related organisations
4111 National government administrative occupations
4112 Local government administrative occupations
4113 Officers of non-governmental organisations
412 Administrative occupations: finance
4121 Credit controllers
4122 Book-keepers, payroll managers and wages clerks
4123 Bank and post office clerks
4124 Finance officers
4129 Financial administrative occupations n.e.c.
413 Administrative occupations: records
4131 Records clerks and assistants
4132 Pensions and insurance clerks and assistants
4133 Stock control clerks and assistants
4134 Transport and distribution clerks and assistants
4135 Library clerks and assistants
4136 Human resources administrative occupations
414 Administrative occupations: office managers and supervisors
4141 Office managers
4142 Office supervisors
4143 Customer service managers
415 Other administrative occupations
4151 Sales administrators
4152 Data entry administrators
4159 Other administrative occupations n.e.c.
42 Secretarial and related occupations
421 Secretarial and related occupations
4211 Medical secretaries
4212 Legal secretaries
4213 School secretaries
4214 Company secretaries and administrators
4215 Personal assistants and other secretaries
4216 Receptionists
4217 Typists and related keyboard occupations
5 Skilled trades occupations
51 Skilled agricultural and related trades
511 Agricultural and related trades
5111 Farmers
5112 Horticultural trades
5113 Gardeners and landscape gardeners
5114 Groundsmen and greenkeepers
5119 Agricultural and fishing trades n.e.c.
52 Skilled metal, electrical and electronic trades
521 Metal forming, welding and related trades
5211 Sheet metal workers
5212 Metal plate workers, smiths, moulders and related occupations
5213 Welding trades
5214 Pipe fitters
522 Metal machining, fitting and instrument making trades
5221 Metal machining setters and setter-operators
5222 Tool makers, tool fitters and markers-out
5223 Metal working production and maintenance fitters
5224 Precision instrument makers and repairers
5225 Air-conditioning and refrigeration installers and repairers
523 Vehicle trades
5231 Vehicle technicians, mechanics and electricians
5232 Vehicle body builders and repairers
5233 Vehicle paint technicians
5234 Aircraft maintenance and related trades
5235 Boat and ship builders and repairers
5236 Rail and rolling stock builders and repairers
524 Electrical and electronic trades
5241 Electricians and electrical fitters
5242 Telecoms and related network installers and repairers
5243 TV, video and audio servicers and repairers
5244 Computer system and equipment installers and servicers
5245 Security system installers and repairers
5246 Electrical service and maintenance mechanics and repairers
5249 Electrical and electronic trades n.e.c.
525 Skilled metal, electrical and electronic trades supervisors
5250 Skilled metal, electrical and electronic trades supervisors
53 Skilled construction and building trades
531 Construction and building trades
5311 Steel erectors
5312 Stonemasons and related trades
5313 Bricklayers
5314 Roofers, roof tilers and slaters
5315 Plumbers and heating and ventilating installers and repairers
5316 Carpenters and joiners
5317 Glaziers, window fabricators and fitters
5319 Construction and building trades n.e.c.
532 Building finishing trades
5321 Plasterers
5322 Floorers and wall tilers
5323 Painters and decorators
533 Construction and building trades supervisors
5330 Construction and building trades supervisors
54 Textiles, printing and other skilled trades
541 Textiles and garments trades
5411 Upholsterers
5412 Footwear and leather working trades
5413 Tailors and dressmakers
5419 Textiles, garments and related trades n.e.c.
542 Printing trades
5421 Pre-press technicians
5422 Printers
5423 Print finishing and binding workers
543 Food preparation and hospitality trades
5431 Butchers
5432 Bakers and flour confectioners
5433 Fishmongers and poultry dressers
5434 Chefs
5435 Cooks
5436 Catering and bar managers
544 Other skilled trades
5441 Glass and ceramics makers, decorators and finishers
5442 Furniture makers and other craft woodworkers
5443 Florists
5449 Other skilled trades n.e.c.
6 Caring, leisure and other service occupations
61 Caring personal service occupations
611 Teaching and childcare support occupations
6111 Early education and childcare assistants
6112 Teaching assistants
6113 Educational support assistants
6114 Childminders
6116 Nannies and au pairs
6117 Playworkers
612 Animal care and control services
6121 Pest control officers
6129 Animal care services occupations n.e.c.
613 Caring personal services
6131 Nursing auxiliaries and assistants
6132 Ambulance staff (excluding paramedics)
6133 Dental nurses
6134 Houseparents and residential wardens
6135 Care workers and home carers
6136 Senior care workers
6137 Care escorts
6138 Undertakers, mortuary and crematorium assistants
62 Leisure, travel and related personal service occupations
621 Leisure and travel services
6211 Sports and leisure assistants
6212 Travel agents
6213 Air travel assistants
6214 Rail travel assistants
6219 Leisure and travel service occupations n.e.c.
622 Hairdressers and related services
6221 Hairdressers and barbers
6222 Beauticians and related occupations
623 Housekeeping and related services
6231 Housekeepers and related occupations
6232 Caretakers
624 Cleaning and housekeeping managers and supervisors
6240 Cleaning and housekeeping managers and supervisors
625 Bed and breakfast and guest house owners and proprietors
6250 Bed and breakfast and guest house owners and proprietors
63 Community and civil enforcement occupations
631 Community and civil enforcement occupations
6311 Police community support officers
6312 Parking and civil enforcement occupations
7 Sales and customer service occupations
71 Sales occupations
711 Sales assistants and retail cashiers
7111 Sales and retail assistants
7112 Retail cashiers and check-out operators
7113 Telephone salespersons
7114 Pharmacy and optical dispensing assistants
7115 Vehicle and parts salespersons and advisers
712 Sales related occupations
7121 Collector salespersons and credit agents
7122 Debt, rent and other cash collectors
7123 Roundspersons and van salespersons
7124 Market and street traders and assistants
7125 Visual merchandisers and related occupations
7129 Sales related occupations n.e.c.
713 Shopkeepers and sales supervisors
7131 Shopkeepers and owners - retail and wholesale
7132 Sales supervisors - retail and wholesale
72 Customer service occupations
721 Customer service occupations
7211 Call and contact centre occupations
7212 Telephonists
7213 Communication operators
7214 Market research interviewers
7219 Customer service occupations n.e.c.
722 Customer service supervisors
7220 Customer service supervisors
8 Process, plant and machine operatives
81 Process, plant and machine operatives
811 Process operatives
8111 Food, drink and tobacco process operatives
8112 Textile process operatives
8113 Chemical and related process operatives
8114 Plastics process operatives
8115 Metal making and treating process operatives
8119 Process operatives n.e.c.
812 Metal working machine operatives
8120 Metal working machine operatives
813 Plant and machine operatives
8131 Paper and wood machine operatives
8132 Mining and quarry workers and related operatives
8133 Energy plant operatives
8134 Water and sewerage plant operatives
8135 Printing machine assistants
8139 Plant and machine operatives n.e.c.
814 Assemblers and routine operatives
8141 Assemblers (electrical and electronic products)
8142 Assemblers (vehicles and metal goods)
8143 Routine inspectors and testers
8144 Weighers, graders and sorters
8145 Tyre, exhaust and windscreen fitters
8146 Sewing machinists
8149 Assemblers and routine operatives n.e.c.
815 Construction operatives
8151 Scaffolders, stagers and riggers
8152 Road construction operatives
8153 Rail construction and maintenance operatives
8159 Construction operatives n.e.c.
816 Production, factory and assembly supervisors
8160 Production, factory and assembly supervisors
82 Transport and mobile machine drivers and operatives
821 Road transport drivers
8211 Heavy and large goods vehicle drivers
8212 Bus and coach drivers
8213 Taxi and cab drivers and chauffeurs
8214 Delivery drivers and couriers
8215 Driving instructors
8219 Road transport drivers n.e.c.
822 Mobile machine drivers and operatives
8221 Crane drivers
8222 Fork-lift truck drivers
8229 Mobile machine drivers and operatives n.e.c.
823 Other drivers and transport operatives
8231 Train and tram drivers
8232 Marine and waterways transport operatives
8233 Air transport operatives
8234 Rail transport operatives
8239 Other drivers and transport operatives n.e.c.
9 Elementary occupations
91 Elementary trades and related occupations
911 Elementary agricultural occupations
9111 Farm workers
9112 Forestry and related workers
9119 Fishing and other elementary agriculture occupations n.e.c.
912 Elementary construction occupations
9121 Groundworkers
9129 Elementary construction occupations n.e.c.
913 Elementary process plant occupations
9131 Industrial cleaning process occupations
9132 Packers, bottlers, canners and fillers
9139 Elementary process plant occupations n.e.c.
92 Elementary administration and service occupations
921 Elementary administration occupations
9211 Postal workers, mail sorters and messengers
9219 Elementary administration occupations n.e.c.
922 Elementary cleaning occupations
9221 Window cleaners
9222 Street cleaners
9223 Cleaners and domestics
9224 Launderers, dry cleaners and pressers
9225 Refuse and salvage occupations
9226 Vehicle valeters and cleaners
9229 Elementary cleaning occupations n.e.c.
923 Elementary security occupations
9231 Security guards and related occupations
9232 School midday and crossing patrol occupations
9233 Exam invigilators
924 Elementary sales occupations
9241 Shelf fillers
9249 Elementary sales occupations n.e.c.
925 Elementary storage occupations
9251 Elementary storage supervisors
9252 Warehouse operatives
9253 Delivery operatives
9259 Elementary storage occupations n.e.c.
926 Other elementary services occupations
9261 Bar and catering supervisors
9262 Hospital porters
9263 Kitchen and catering assistants
9264 Waiters and waitresses
9265 Bar staff
9266 Coffee shop workers
9267 Leisure and theme park attendants
9269 Other elementary services occupations n.e.c.
`;

/** All 551 groups in the order of the publication: each group follows its parent. */
export const classification: readonly ClassificationGroup[] = published
  .trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, line.indexOf(' ')), title: line.slice(line.indexOf(' ') + 1) }));

/** The 412 unit groups, ordered by code. */
export const unitGroups: readonly ClassificationGroup[] = classification.filter((group) => group.code.length === 4);

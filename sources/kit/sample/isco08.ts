// Unit groups of ISCO-08 and their titles, which are facts: those that the synthetic coding index leads to, and with it every sample of a
// source that is reached through ISCO-08. Source: International Labour Organization, ISCO-08 structure.

const published = `
0110 Commissioned Armed Forces Officers
0210 Non-commissioned Armed Forces Officers
0310 Armed Forces Occupations, Other Ranks
1221 Sales and Marketing Managers
1330 Information and Communications Technology Services Managers
1345 Education Managers
1439 Services Managers Not Elsewhere Classified
2120 Mathematicians, Actuaries and Statisticians
2131 Biologists, Botanists, Zoologists and Related Professionals
2142 Civil Engineers
2144 Mechanical Engineers
2161 Building Architects
2211 Generalist Medical Practitioners
2221 Nursing Professionals
2261 Dentists
2262 Pharmacists
2264 Physiotherapists
2310 University and Higher Education Teachers
2330 Secondary Education Teachers
2341 Primary School Teachers
2352 Special Needs Teachers
2359 Teaching Professionals Not Elsewhere Classified
2411 Accountants
2421 Management and Organization Analysts
2511 Systems Analysts
2512 Software Developers
2513 Web and Multimedia Developers
2514 Applications Programmers
2611 Lawyers
2635 Social Work and Counselling Professionals
2642 Journalists
3153 Aircraft Pilots and Related Associate Professionals
3213 Pharmaceutical Technicians and Assistants
3222 Midwifery Associate Professionals
3251 Dental Assistants and Therapists
3258 Ambulance Workers
3314 Statistical, Mathematical and Related Associate Professionals
3341 Office Supervisors
3434 Chefs
4110 General Office Clerks
4120 Secretaries (general)
4211 Bank Tellers and Related Clerks
4226 Receptionists (general)
4412 Mail Carriers and Sorting Clerks
5120 Cooks
5131 Waiters
5132 Bartenders
5141 Hairdressers
5153 Building Caretakers
5223 Shop Sales Assistants
5230 Cashiers and Ticket Clerks
5311 Child Care Workers
5312 Teachers’ Aides
5321 Health Care Assistants
5322 Home-based Personal Care Workers
5411 Firefighters
5412 Police Officers
5414 Security Guards
6113 Gardeners; Horticultural and Nursery Growers
6130 Mixed Crop and Animal Producers
7112 Bricklayers and Related Workers
7115 Carpenters and Joiners
7119 Building Frame and Related Trades Workers Not Elsewhere Classified
7123 Plasterers
7126 Plumbers and Pipe Fitters
7131 Painters and Related Workers
7212 Welders and Flame Cutters
7231 Motor Vehicle Mechanics and Repairers
7232 Aircraft Engine Mechanics and Repairers
7233 Agricultural and Industrial Machinery Mechanics and Repairers
7411 Building and Related Electricians
8322 Car, Taxi and Van Drivers
8331 Bus and Tram Drivers
8332 Heavy Truck and Lorry Drivers
8344 Lifting Truck Operators
9111 Domestic Cleaners and Helpers
9213 Mixed Crop and Livestock Farm Labourers
9313 Building Construction Labourers
9333 Freight Handlers
9412 Kitchen Helpers
9621 Messengers, Package Deliverers and Luggage Porters
`;

export const iscoGroups: readonly { readonly code: string; readonly title: string }[] = published
  .trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, 4), title: line.slice(5) }));

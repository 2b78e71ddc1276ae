import { places } from '../words.ts'

/** Countries, states, provinces and larger towns, with hyphens for spaces. */
const more = `
Afghanistan Albania Algeria Andorra Angola Armenia Azerbaijan Bahamas Bahrain Barbados Belarus Belgium Belize Benin Bhutan Bolivia Bosnia Botswana Brunei
Bulgaria Burma Myanmar Burundi Cambodia Cameroon Chad Colombia Congo Costa-Rica Croatia Cyprus Czechoslovakia Czechia Czech-Republic Djibouti Dominica
Ecuador El-Salvador Eritrea Estonia Ethiopia Gabon Gambia Georgia Ghana Grenada Guatemala Guinea Guyana Haiti Honduras Hungary Iceland Jamaica Jordan Kazakhstan
Kosovo Kuwait Kyrgyzstan Laos Latvia Lebanon Lesotho Liberia Libya Liechtenstein Lithuania Luxembourg Macedonia Madagascar Malawi Maldives Mali Malta
Mauritania Mauritius Moldova Monaco Mongolia Montenegro Morocco Mozambique Namibia Nepal Nicaragua Niger Oman Panama Paraguay Prussia Qatar Romania
Rwanda Saudi-Arabia Senegal Serbia Slovakia Slovenia Somalia Soviet-Union Sri-Lanka Ceylon Sudan Suriname Swaziland Syria Tajikistan Tanzania Togo Trinidad
Tunisia Turkmenistan Uganda United-Arab-Emirates Uruguay Uzbekistan Vatican-City Venezuela Yemen Yugoslavia Zambia Northern-Ireland U.S. U.K. U.S.A. USSR UAE
Scandinavia Siberia Bavaria Saxony Silesia Bohemia Moravia Catalonia Normandy Brittany Tuscany Lombardy Piedmont Sicily Sardinia Corsica Crete Galicia
Transylvania Flanders Wallonia Provence Alsace Lorraine Tyrol Styria Carinthia Hesse Thuringia Westphalia Pomerania Latin-America South-America North-America
Central-America Middle-East
Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine
Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada New-Hampshire New-Jersey New-Mexico North-Carolina North-Dakota Ohio
Oklahoma Oregon Pennsylvania Rhode-Island South-Carolina South-Dakota Tennessee Texas Utah Vermont Virginia West-Virginia Wisconsin Wyoming New-England
Alberta British-Columbia Manitoba New-Brunswick Newfoundland Nova-Scotia Ontario Quebec Saskatchewan
Bedfordshire Berkshire Buckinghamshire Cambridgeshire Cheshire Cornwall Cumbria Derbyshire Devon Dorset Essex Gloucestershire Hampshire Herefordshire
Hertfordshire Kent Lancashire Leicestershire Lincolnshire Middlesex Norfolk Northamptonshire Northumberland Nottinghamshire Oxfordshire Shropshire Somerset
Staffordshire Suffolk Surrey Sussex Warwickshire Wiltshire Worcestershire Yorkshire Aberdeenshire Fife Argyll Ayrshire
Albuquerque Anchorage Atlanta Augusta Austin Baltimore Baton-Rouge Birmingham Boise Boulder Bridgeport Brooklyn Buffalo Charleston Charlotte Chattanooga Cincinnati
Cleveland Columbus Dallas Dayton Denver Des-Moines Detroit Durham El-Paso Fort-Worth Fresno Grand-Rapids Hartford Honolulu Houston Indianapolis Jacksonville
Jersey-City Kansas-City Knoxville Las-Vegas Lexington Little-Rock Long-Beach Los-Angeles Louisville Madison Manhattan Memphis Miami Milwaukee Minneapolis
Mountain-View Menlo-Park Palo-Alto Nashville New-Haven New-Orleans New-York-City Newark Oakland Oklahoma-City Omaha Orlando Pasadena Philadelphia Phoenix Pittsburgh
Portland Providence Queens Raleigh Redmond Redwood-City Richmond Rochester Sacramento Saint-Paul St.-Paul St.-Louis Salt-Lake-City San-Antonio San-Diego San-Francisco
San-Jose Santa-Barbara Santa-Clara Santa-Fe Santa-Monica Savannah Seattle Silicon-Valley Spokane Springfield Stamford Sunnyvale Syracuse Tacoma Tallahassee Tampa Toledo Topeka
Tucson Tulsa Washington,-D.C. Wichita Wilmington Worcester Hollywood Harlem Bellevue Calgary Edmonton Halifax Hamilton Montreal Quebec-City Vancouver Winnipeg
Aberdeen Bath Belfast Bournemouth Bradford Brighton Bristol Canterbury Cardiff Coventry Derby Dundee Exeter Gloucester Hull Inverness Ipswich Leeds Leicester Lichfield
Lincoln Middlesbrough Norwich Nottingham Plymouth Portsmouth Preston Reading Salford Salisbury Sheffield Southampton Stratford-upon-Avon Sunderland Swansea Winchester
Wolverhampton York Cork Galway Limerick Waterford
Antwerp Bruges Ghent Liège Rotterdam Utrecht Leiden Delft Haarlem Eindhoven The-Hague Groningen Aachen Augsburg Bochum Bonn Bremen Cologne Darmstadt Dortmund Dresden
Düsseldorf Essen Freiburg Göttingen Halle Hannover Hanover Heidelberg Jena Karlsruhe Kassel Kiel Konstanz Königsberg Lübeck Magdeburg Mannheim Marburg Nuremberg Potsdam
Regensburg Rostock Stuttgart Tübingen Ulm Weimar Wiesbaden Wittenberg Würzburg Graz Innsbruck Linz Salzburg Bern Berne Lausanne Lucerne Neuchâtel Winterthur
Arles Avignon Bordeaux Calais Cannes Dijon Grenoble Le-Havre Lille Lyon Lyons Marseille Marseilles Metz Montpellier Nancy Nantes Nice Orléans Orleans Reims Rennes Rouen Strasbourg
Toulouse Tours Versailles Barcelona Bilbao Córdoba Granada Málaga Salamanca Seville Toledo Valencia Zaragoza Porto Coimbra Bari Bologna Ferrara Florence
Genoa Livorno Mantua Milan Modena Naples Padua Palermo Parma Pavia Perugia Pisa Ravenna Siena Trieste Turin Urbino Verona Vicenza Aarhus Copenhagen Odense Bergen Oslo Stavanger Trondheim
Gothenburg Helsinki Lund Malmö Reykjavik Stockholm Tampere Turku Uppsala Budapest Brno Bratislava Prague Gdańsk Danzig Kraków Krakow Cracow Łódź Lublin Lviv Lwów Lemberg
Poznań Warsaw Wrocław Breslau Belgrade Bucharest Ljubljana Sarajevo Skopje Sofia Zagreb Kharkiv Kiev Kyiv Minsk Odessa Riga Saint-Petersburg St.-Petersburg Leningrad Petrograd Tallinn
Tartu Tbilisi Vilnius Yerevan Baku Kazan Samarkand Tashkent Ankara Constantinople Istanbul Izmir Thessaloniki Smyrna Aleppo Alexandria Amman Baghdad Beirut
Cairo Damascus Haifa Jerusalem Riyadh Tehran Tel-Aviv Dubai Abu-Dhabi Doha Mecca Accra Addis-Ababa Algiers Cape-Town Casablanca Dakar Durban Harare Johannesburg Kampala Khartoum Kinshasa Lagos
Luanda Lusaka Nairobi Pretoria Tripoli Tunis Ahmedabad Bangalore Bengaluru Bombay Calcutta Chennai Hyderabad Kolkata Lahore Lucknow Madras Mumbai Mysore New-Delhi Pune Karachi Dhaka
Colombo Kathmandu Rangoon Bangkok Hanoi Saigon Kuala-Lumpur Manila Batavia Guangzhou Canton Macau Nanjing Peking Shanghai Shenzhen Taipei Tianjin Wuhan
Fukuoka Hiroshima Kobe Kyoto Nagasaki Nagoya Osaka Sapporo Yokohama Pyongyang Seoul Busan Auckland Christchurch Dunedin Wellington Suva Asunción Bogotá Bogota Brasília Buenos-Aires
Caracas Guadalajara Guayaquil Havana Kingston La-Paz Lima Mexico-City Monterrey Montevideo Quito Rio-de-Janeiro San-Juan Santiago Santo-Domingo São-Paulo`

const known = new Set(
  more
    .split(/\s+/)
    .filter(name => name !== '')
    .map(name => name.replaceAll('-', ' ')),
)

/** Whether a name is that of a well-known place. A given name or surname may be one too: "Florence", "Lincoln". */
export function isPlaceName(name: string): boolean {
  return places.has(name) || known.has(name)
}

import { addressLiteral } from '../sources/private-address.ts'

/** Countries below whose names these ones are for all to register under: nearly all that have any such names. */
const usual = /^(?:ac|co|com|edu|gob|gouv|gov|mil|net|org)\.[a-z]{2}$/

/** Further such names, by country. */
const countries: Readonly<Record<string, string>> = {
  ae: 'sch',
  ar: 'int tur musica coop mutual',
  at: 'gv or priv',
  au: 'asn id conf oz',
  bd: 'info',
  bo: 'int tv',
  br: 'adm adv agr am art app bio blog coop dev eco eng esp etc far flog fm imb ind inf jor jus leg med mus not ntr odo ong ppg pro psc psi radio rec srv tec tmp trd tur tv vet vlog wiki',
  ci: 'ed go int or presse',
  cn: 'ah bj cq fj gd gs gx gz ha hb he hi hk hl hn jl js jx ln mo nm nx qh sc sd sh sn sx tj tw xj xz yn zj',
  co: 'arts firm info int nom rec web',
  cr: 'ed fi go or sa',
  cy: 'biz ekloges ltd name parliament press pro tm',
  do: 'art sld web',
  ec: 'fin info k12 med pro',
  eg: 'eun name sci',
  es: 'nom',
  fj: 'biz info name pro',
  fr: 'asso nom prd tm',
  ge: 'pvt',
  gt: 'ind',
  hk: 'idv',
  hr: 'from iz name',
  hu: '2000 agrar bolt casino city erotica erotika film forum games hotel info ingatlan jogasz konyvelo lakas media news priv reklam sex shop sport suli szex tm tozsde utazas video',
  id: 'biz desa go my or ponpes sch web',
  il: 'idf k12 muni',
  im: 'tt tv',
  in: '5g 6g ai am bihar biz business ca cn coop cs delhi dr er firm gen gujarat ind info int internet io me nic pg post pro res travel tv uk up us',
  ir: 'id sch',
  jo: 'name per phd sch',
  jp: 'ad ed go gr lg ne or',
  ke: 'go info me mobi ne or sc',
  kr: 'es go hs kg ms ne or pe re sc',
  kw: 'emb ind',
  lk: 'assn grp hotel int ltd ngo sch soc web',
  lv: 'asn conf id',
  ma: 'press',
  my: 'biz name',
  na: 'alt',
  ng: 'i mobi name sch',
  ni: 'biz in info int nom web',
  nz: 'cri geek gen govt health iwi kiwi maori parliament school',
  om: 'med museum pro',
  pa: 'abo ing med nom sld',
  pe: 'nom',
  ph: 'i ngo',
  pk: 'biz fam gkp gog gok gon gop gos info web',
  pl: 'agro aid atm auto biz gmina gsm info mail media miasta nieruchomosci nom pc powiat priv realestate rel sex shop sklep sos szkola targi tm tourism travel turystyka waw warszawa',
  pt: 'int nome publ',
  py: 'coop',
  qa: 'name sch',
  ro: 'arts firm info nom nt rec store tm www',
  rs: 'in',
  sa: 'med pub sch',
  sv: 'red',
  th: 'go in mi or',
  tn: 'ens fin ind info intl mincom nat perso tourism',
  tr: 'av bbs bel biz dr gen info k12 kep name pol tel tsk tv web',
  tw: 'club ebiz game idv',
  tz: 'go hotel info me mobi ne or sc tv',
  ua: 'in cherkasy chernigov chernivtsi dn dnipro dp if kharkiv kh kherson khmelnytskyi kiev kirovograd km kr ks kyiv lg lutsk lviv mk mykolaiv od odesa odessa pl poltava rivne rv sumy te ternopil uz uzhgorod vinnica vn volyn zaporizhzhe zhitomir zp zt',
  ug: 'go ne or sc us',
  uk: 'ltd me nhs plc police sch',
  us: 'dni fed isa kids nsn',
  uy: 'gub',
  ve: 'arts bib e12 emprende firm ia info int nom rar rec store tec web',
  vn: 'ai biz health id info int io name pro',
  za: 'agric alt grondar law ngo nic nis nom school tm web',
  zm: 'biz info sch',
}

/** Services that give each customer a name of their own: two of them are two sites. */
const services = new Set(
  `github.io gitlab.io bitbucket.io readthedocs.io rtfd.io netlify.app vercel.app now.sh pages.dev workers.dev r2.dev
  herokuapp.com web.app firebaseapp.com appspot.com run.app azurewebsites.net azurestaticapps.net azureedge.net
  cloudapp.net cloudfront.net s3.amazonaws.com elasticbeanstalk.com amplifyapp.com onrender.com fly.dev surge.sh
  glitch.me repl.co replit.app replit.dev deno.dev gitbook.io notion.site super.site codeberg.page sourceforge.io
  neocities.org wordpress.com wpcomstaging.com wpengine.com blogspot.com myshopify.com webflow.io wixsite.com
  weebly.com square.site framer.app framer.website typeform.com github.dev githubpreview.dev hf.space streamlit.app
  stackblitz.io webcontainer.io lovable.app zeabur.app render.com uk.com us.com eu.com de.com gb.net co.com eu.org
  dyndns.org duckdns.org no-ip.org ngrok.io ngrok.app ngrok-free.app trycloudflare.com`.split(/\s+/),
)

const publicSuffixes = new Set(
  Object.entries(countries).flatMap(([country, names]) => names.split(' ').map(name => `${name}.${country}`)),
)

/** The name someone registered: `docs.example.co.uk` → `example.co.uk`. Addresses and single names are their own. */
export function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (addressLiteral(host) !== null) return host
  const labels = host.split('.')
  const suffixLabels = [3, 2].find(count => isSuffix(labels.slice(-count).join('.'))) ?? 1
  return labels.slice(-suffixLabels - 1).join('.')
}

function isSuffix(name: string): boolean {
  return usual.test(name) || publicSuffixes.has(name) || services.has(name)
}

/** Named characters of HTML and of the ISO sets that SGML files use, beyond the five of XML. */
export const entities: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'nbsp:a0 iexcl:a1 cent:a2 pound:a3 curren:a4 yen:a5 brvbar:a6 sect:a7 uml:a8 copy:a9 ordf:aa laquo:ab not:ac shy:ad',
    'reg:ae macr:af deg:b0 plusmn:b1 sup2:b2 sup3:b3 acute:b4 micro:b5 para:b6 middot:b7 cedil:b8 sup1:b9 ordm:ba',
    'raquo:bb frac14:bc frac12:bd half:bd frac34:be iquest:bf Agrave:c0 Aacute:c1 Acirc:c2 Atilde:c3 Auml:c4 Aring:c5',
    'AElig:c6 Ccedil:c7 Egrave:c8 Eacute:c9 Ecirc:ca Euml:cb Igrave:cc Iacute:cd Icirc:ce Iuml:cf ETH:d0 Ntilde:d1',
    'Ograve:d2 Oacute:d3 Ocirc:d4 Otilde:d5 Ouml:d6 times:d7 Oslash:d8 Ugrave:d9 Uacute:da Ucirc:db Uuml:dc Yacute:dd',
    'THORN:de szlig:df agrave:e0 aacute:e1 acirc:e2 atilde:e3 auml:e4 aring:e5 aelig:e6 ccedil:e7 egrave:e8 eacute:e9',
    'ecirc:ea euml:eb igrave:ec iacute:ed icirc:ee iuml:ef eth:f0 ntilde:f1 ograve:f2 oacute:f3 ocirc:f4 otilde:f5',
    'ouml:f6 divide:f7 oslash:f8 ugrave:f9 uacute:fa ucirc:fb uuml:fc yacute:fd thorn:fe yuml:ff OElig:152 oelig:153',
    'Scaron:160 scaron:161 fnof:192 circ:2c6 tilde:2dc ensp:2002 emsp:2003 thinsp:2009 ndash:2013 mdash:2014 horbar:2015',
    'lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026',
    'mldr:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a frasl:2044 euro:20ac trade:2122 frac13:2153',
    'frac23:2154 frac15:2155 frac25:2156 frac35:2157 frac45:2158 frac16:2159 frac56:215a frac18:215b frac38:215c',
    'frac58:215d frac78:215e larr:2190 uarr:2191 rarr:2192 darr:2193 minus:2212 radic:221a infin:221e asymp:2248 ne:2260',
    'le:2264 ge:2265 squ:25a1 ast:2a dollar:24 percnt:25 num:23 commat:40 lowbar:5f hyphen:2010 dash:2010 sol:2f bsol:5c',
    'verbar:7c lsqb:5b rsqb:5d lcub:7b rcub:7d plus:2b equals:3d excl:21 quest:3f semi:3b colon:3a comma:2c period:2e',
    'lpar:28 rpar:29 grave:60 Alpha:391 Beta:392 Gamma:393 Delta:394 Omega:3a9 alpha:3b1 beta:3b2 gamma:3b3 delta:3b4',
    'epsilon:3b5 lambda:3bb mu:3bc pi:3c0 rho:3c1 sigma:3c3 tau:3c4 phi:3c6 omega:3c9 check:2713 cross:2717 star:2606',
  ]
    .flatMap(line => line.split(' '))
    .map(pair => pair.split(':'))
    .map(([name = '', code = '']) => [name, String.fromCodePoint(Number.parseInt(code, 16))]),
)

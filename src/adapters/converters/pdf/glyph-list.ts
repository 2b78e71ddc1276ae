/**
 * Characters by the names of their glyphs: the part of the Adobe Glyph List that occurs with suffixes (`one.os`).
 * Letters with accents are composed in `glyph-names.ts`.
 */
export const adobeGlyphs: ReadonlyMap<string, string> = new Map([
  ...pairs(`space:  exclam:! quotedbl:" numbersign:# dollar:$ percent:% ampersand:& quotesingle:' parenleft:(
    parenright:) asterisk:* plus:+ comma:, hyphen:- period:. slash:/ zero:0 one:1 two:2 three:3 four:4 five:5 six:6
    seven:7 eight:8 nine:9 colon:: semicolon:; less:< equal:= greater:> question:? at:@ bracketleft:[ backslash:\\
    bracketright:] asciicircum:^ underscore:_ braceleft:{ bar:| braceright:} asciitilde:~`),
  ...pairs(`exclamdown:¡ questiondown:¿ cent:¢ sterling:£ currency:¤ yen:¥ Euro:€ florin:ƒ section:§ paragraph:¶
    copyright:© registered:® trademark:™ degree:° mu:µ periodcentered:· bullet:• dagger:† daggerdbl:‡ ellipsis:…
    perthousand:‰ brokenbar:¦ logicalnot:¬ fraction:⁄ minus:− multiply:× divide:÷ plusminus:± ordfeminine:ª
    ordmasculine:º onehalf:½ onequarter:¼ threequarters:¾ quoteleft:‘ quoteright:’ quotesinglbase:‚ quotedblleft:“
    quotedblright:” quotedblbase:„ guilsinglleft:‹ guilsinglright:› guillemotleft:« guillemotright:» endash:–
    emdash:— grave:\` acute:´ circumflex:ˆ dieresis:¨ tilde:˜ macron:¯ breve:˘ dotaccent:˙ ring:˚ cedilla:¸
    hungarumlaut:˝ ogonek:˛ caron:ˇ`),
  ...pairs(`AE:Æ ae:æ OE:Œ oe:œ Oslash:Ø oslash:ø Lslash:Ł lslash:ł Eth:Ð eth:ð Thorn:Þ thorn:þ germandbls:ß
    Germandbls:ẞ dotlessi:ı dotlessj:ȷ Dcroat:Đ dcroat:đ Hbar:Ħ hbar:ħ Eng:Ŋ eng:ŋ longs:ſ kgreenlandic:ĸ
    ff:ff fi:fi fl:fl ffi:ffi ffl:ffl IJ:IJ ij:ij ct:ct st:st sp:sp Th:Th`),
  ...run('Α', 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'),
  ...run('Σ', 'Sigma Tau Upsilon Phi Chi Psi Omega'),
  ...run('α', 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mugreek nu xi omicron pi rho'),
  ...run('ς', 'sigma1 sigma tau upsilon phi chi psi omega'),
])

/** Names of TeX fonts, most of which the Adobe Glyph List does not have. */
export const texGlyphs: ReadonlyMap<string, string> = new Map([
  ...pairs(`epsilon1:ϵ theta1:ϑ pi1:ϖ rho1:ϱ phi1:ϕ epsiloninv:϶ lscript:ℓ weierstrass:℘ Ifractur:ℑ Rfractur:ℜ
    aleph:ℵ beth:ℶ daleth:ℸ planckover2pi:ℏ planckover2pi1:ℏ Digamma:Ϝ Finv:Ⅎ Gmir:⅁ Omegainv:℧`),
  ...pairs(`summation:∑ product:∏ coproduct:∐ integral:∫ contintegral:∮ union:∪ intersection:∩ logicaland:∧
    logicalor:∨ circleplus:⊕ circleminus:⊖ circlemultiply:⊗ circledot:⊙ circledivide:⊘ unionmulti:⊎ unionsq:⊔
    intersectionsq:⊓ radical:√ angbracketleft:⟨ angbracketright:⟩ floorleft:⌊ floorright:⌋ ceilingleft:⌈
    ceilingright:⌉ vextendsingle:| vextenddouble:‖ bardbl:‖ dblbracketleft:⟦ dblbracketright:⟧ hatwide:ˆ tildewide:˜`),
  ...pairs(`lessequal:≤ greaterequal:≥ lessmuch:≪ greatermuch:≫ precedes:≺ follows:≻ precedesequal:⪯ followsequal:⪰
    precedesorcurly:≼ followsorcurly:≽ similarequal:≃ equivasymptotic:≍ similar:∼ approxequal:≈ equivalence:≡
    subsetsqequal:⊑ supersetsqequal:⊒ turnstileleft:⊢ turnstileright:⊣ latticetop:⊤ perpendicular:⊥ owner:∋
    element:∈ negationslash:\u0338 mapsto:↦ emptyset:∅ diamondmath:⋄ wreathproduct:≀ asteriskmath:∗ star:⋆
    openbullet:∘ dotmath:⋅ flat:♭ natural:♮ sharp:♯ slurabove:⌢ slurbelow:⌣ vector:\u20d7 visiblespace:␣
    triangle:△ triangleinv:▽ triangleleft:◁ triangleright:▷ arrowbothv:↕ arrowdblbothv:⇕ arrowlefttophalf:↼
    arrowleftbothalf:↽ arrowrighttophalf:⇀ arrowrightbothalf:⇁ arrownortheast:↗ arrowsoutheast:↘ arrownorthwest:↖
    arrowsouthwest:↙ circlecopyrt:○`),
  ...pairs(`lessorequalslant:⩽ greaterorequalslant:⩾ lessdblequal:≦ greaterdblequal:≧ lessorsimilar:≲
    greaterorsimilar:≳ lessorapproxeql:⪅ greaterorapproxeql:⪆ lessequalgreater:⋚ greaterlessequal:⋛ lessdot:⋖
    greaterdot:⋗ approxorequal:≊ defines:≜ equalsdots:≑ geomequivalent:≎ difference:≏ ringinequal:≖ revsimilar:∽
    complement:∁ satisfies:⊨ forces:⊩ forcesbar:⊪ multimap:⊸ between:≬ fork:⋔ subsetdbl:⋐ supersetdbl:⋑
    subsetdblequal:⫅ supersetdblequal:⫆ uniondbl:⋓ intersectiondbl:⋒ nand:⊼ dotplus:∔ check:✓ maltesecross:✠
    circleR:® circleS:Ⓢ Yen:¥ square:□ squaresolid:■ squaresmallsolid:▪ squareplus:⊞ squareminus:⊟ squaremultiply:⊠
    squaredot:⊡ squareimage:⊏ squareoriginal:⊐ diamondsolid:◆ trianglesolid:▲ triangledownsld:▼ triangleleftsld:◀
    trianglerightsld:▶ triangleleftequal:⊴ trianglerightequal:⊵ measuredangle:∡ sphericalangle:∢ clockwise:↻
    anticlockwise:↺ harpoonleftright:⇌ harpoonrightleft:⇋ squiggleright:⇝ squiggleleftright:↭ arrowtailright:↣
    arrowtailleft:↢ dblarrowheadright:↠ dblarrowheadleft:↞ arrowparrrightleft:⇄ arrowparrleftright:⇆ circleequal:⊜
    circlering:⊚ circleasterisk:⊛`),
  ...pairs(`notexistential:∄ notlessequal:≰ notgreaterequal:≱ notless:≮ notgreater:≯ notprecedes:⊀ notfollows:⊁
    notbar:∤ notparallel:∦ notsatisfies:⊭ notforces:⊮ notturnstile:⊬ notsimilar:≁ notapproxequal:≇ notsubseteql:⊈
    notsuperseteql:⊉ notsubsetoreql:⊊ notsupersetoreql:⊋ subsetnoteql:⊊ supersetnoteql:⊋ notarrowright:↛
    notarrowleft:↚ notarrowboth:↮ notdblarrowright:⇏ notdblarrowleft:⇍ notdblarrowboth:⇎ nottriangleleft:⋪
    nottriangleright:⋫ lessornotequal:≨ greaterornotequal:≩ integerdivide:∖ multicloseleft:⋉ multicloseright:⋊
    multiopenleft:⋋ multiopenright:⋌ equalorsimilar:≂`),
])

function pairs(list: string): [string, string][] {
  return list
    .trim()
    .split(/\s*\n\s*| (?=\w+:)/)
    .map(pair => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)])
}

/** Names of consecutive characters. */
function run(first: string, names: string): [string, string][] {
  const start = first.codePointAt(0) ?? 0
  return names.split(' ').map((name, index) => [name, String.fromCodePoint(start + index)])
}

/** Accent commands and their combining characters. */
export const accents: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  r: '\u030a',
  ocirc: '\u030a',
  c: '\u0327',
  k: '\u0328',
  d: '\u0323',
  b: '\u0331',
  G: '\u030f',
  U: '\u030e',
  f: '\u0311',
  h: '\u0309',
  textcommabelow: '\u0326',
  grave: '\u0300',
  acute: '\u0301',
  hat: '\u0302',
  widehat: '\u0302',
  tilde: '\u0303',
  widetilde: '\u0303',
  bar: '\u0304',
  overline: '\u0305',
  breve: '\u0306',
  dot: '\u0307',
  ddot: '\u0308',
  mathring: '\u030a',
  check: '\u030c',
  vec: '\u20d7',
}

/** What accent commands print over nothing: `\~{}` is a tilde. */
export const bareAccents: Readonly<Record<string, string>> = {
  '~': '~',
  '^': '^',
  '`': '`',
  "'": '´',
  '"': '¨',
}

/** Commands for characters, in text and formulas. */
export const symbols: Readonly<Record<string, string>> = {
  ...pairs(
    `ss ß SS ẞ o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ ij ĳ IJ Ĳ`,
  ),
  ...pairs(`S § P ¶ copyright © pounds £ euro € texteuro € EUR € textsterling £ textyen ¥ textcent ¢ textcurrency ¤
    textdollar $ textregistered ® textcopyright © texttrademark ™ textdegree ° degree ° textmu µ textordfeminine ª
    textordmasculine º textonehalf ½ textonequarter ¼ textthreequarters ¾ textsection § textparagraph ¶ textnumero №
    textperthousand ‰ textbullet • textperiodcentered · dag † ddag ‡ textdagger † textdaggerdbl ‡ dagger † ddagger ‡
    textasteriskcentered ∗ textexclamdown ¡ textquestiondown ¿ textlangle ⟨ textrangle ⟩ textreferencemark ※`),
  ...pairs(`textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
    textquotesingle ' textquotedbl " quotedblbase „ quotesinglbase ‚ guillemotleft « guillemotright » guillemetleft «
    guillemetright » guilsinglleft ‹ guilsinglright › lq ‘ rq ’ glqq „ grqq “ glq ‚ grq ‘ flqq « frqq » flq ‹ frq ›
    dots … ldots … textellipsis … cdots ⋯ dotsc … dotsb ⋯ vdots ⋮ ddots ⋱`),
  ...pairs(`textbackslash \\ textbraceleft { textbraceright } lbrace { rbrace } textbar | textbardbl ‖ textless < textgreater >
    textunderscore _ textasciitilde ~ textasciicircum ^ textasciigrave \` textasciiacute ´ textasciidieresis ¨
    textasciimacron ¯ textvisiblespace ␣ backslash \\ lvert | rvert | vert | mid | Vert ‖ lbrack [ rbrack ] And &
    slash / textslash / textfractionsolidus ⁄ colon : textcolon : textampersand & textpercent % textnumbersign # hyp - fshyp /
    hyphen - textnonbreakinghyphen ‑ nonbreakinghyphen ‑ textquotestraightbase ‚ textquotestraightdblbase „
    textthreequartersemdash — texttwelveudash — textpermille ‰ textprime ′`),
  ...pairs(`alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ
    mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
    omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω Alpha Α Beta Β Epsilon Ε
    Zeta Ζ Eta Η Iota Ι Kappa Κ Mu Μ Nu Ν Omicron Ο Rho Ρ Tau Τ Chi Χ digamma ϝ
    textalpha α textbeta β textgamma γ textdelta δ textepsilon ε textkappa κ textlambda λ textpi π textrho ρ textsigma σ
    texttau τ textphi φ textchi χ textpsi ψ textomega ω textDelta Δ textOmega Ω`),
  ...pairs(`times × div ÷ pm ± mp ∓ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ sim ∼
    simeq ≃ cong ≅ equiv ≡ propto ∝ lesssim ≲ gtrsim ≳ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ oint ∮ in ∈ notin ∉
    ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬
    lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ oplus ⊕ otimes ⊗ odot ⊙ perp ⊥ parallel ∥ angle ∠ sqrt √ surd √ prime ′ hbar ℏ
    ell ℓ Re ℜ Im ℑ aleph ℵ to → rightarrow → leftarrow ← leftrightarrow ↔ uparrow ↑ downarrow ↓ Rightarrow ⇒
    Leftarrow ⇐ Leftrightarrow ⇔ longrightarrow ⟶ longleftarrow ⟵ mapsto ↦ rightleftharpoons ⇌ langle ⟨ rangle ⟩
    lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ setminus ∖ models ⊨ vdash ⊢ top ⊤ bot ⊥ triangle △ square □ Box □ diamond ⋄
    heartsuit ♡ clubsuit ♣ spadesuit ♠ diamondsuit ♢ natural ♮ flat ♭ sharp ♯ checkmark ✓ odot ⊙ sun ☉ textrightarrow →
    textleftarrow ← textuparrow ↑ textdownarrow ↓ textminus − texttimes × textdiv ÷ textpm ± textlnot ¬ textmho ℧
    textohm Ω textcelsius ℃`),
  TeX: 'TeX',
  LaTeX: 'LaTeX',
  LaTeXe: 'LaTeX2e',
  BibTeX: 'BibTeX',
  XeTeX: 'XeTeX',
}

/** Commands that produce a space. */
export const blanks: ReadonlySet<string> = new Set(
  'par newline linebreak break space quad qquad enspace thinspace nobreakspace nbsp textnormalspace enskip hfill \\'.split(
    ' ',
  ),
)

/** Commands whose arguments are not shown (sort keys, spacing, references), with the number of arguments. */
export const dropped: Readonly<Record<string, number>> = {
  noopsort: 1,
  sortnoop: 1,
  SortNoop: 1,
  hspace: 1,
  vspace: 1,
  vphantom: 1,
  hphantom: 1,
  phantom: 1,
  label: 1,
  footnote: 1,
  rule: 2,
  kern: 0,
}

/** Commands with several arguments of which one is text: its index, and the number of arguments. */
export const chosenArgument: Readonly<Record<string, { of: number; index: number }>> = {
  href: { of: 2, index: 1 },
  textcolor: { of: 2, index: 1 },
  foreignlanguage: { of: 2, index: 1 },
  texorpdfstring: { of: 2, index: 1 },
  raisebox: { of: 2, index: 1 },
  scalebox: { of: 2, index: 1 },
  discretionary: { of: 3, index: 2 },
}

/** Parses "ss ß o ø", alternating names and characters, into a table. */
function pairs(text: string): Record<string, string> {
  const words = text.trim().split(/\s+/)
  const table: Record<string, string> = {}
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [name, character] = [words[index], words[index + 1]]
    if (name !== undefined && character !== undefined) table[name] = character
  }
  return table
}

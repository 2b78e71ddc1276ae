import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texToText, texToVerbatim } from './tex-to-text.ts'

const cases: [promise: string, tex: string, text: string][] = [
  ['braces that protect case are dropped', 'The {{DNA}} of {B}oston', 'The DNA of Boston'],
  [
    'an accent joins its letter',
    String.raw`Ara{\'u}jo, M{\"u}ller, Fran{\c c}ois, {\v C}aslav`,
    'Araújo, Müller, François, Časlav',
  ],
  [
    'an accent may stand outside braces',
    String.raw`M\"uller \'{E}cole \^o \~n \=a \.z`,
    'Müller École ô ñ ā ż',
  ],
  ['a dotless i under an accent gets no dot of its own', String.raw`na{\"\i}ve {\'{\i}}`, 'naïve í'],
  [
    'accents named by a letter take a blank or braces',
    String.raw`\H{o} \k a \r{u} \u g \d{s} \b b \c{S}`,
    'ő ą ů ğ ṣ ḇ Ş',
  ],
  [
    'letters of other alphabets are known',
    String.raw`Stra{\ss}e, {\O}rsted, \AA{}ngstr\"om, \ae on, {\L}\'od\'z, \oe uvre`,
    'Straße, Ørsted, Ångström, æon, Łódź, œuvre',
  ],
  [
    'dashes and quotation marks are the printed ones',
    "pages 4--23 --- ``so'' he said, `thus'",
    "pages 4–23 — “so” he said, ‘thus'",
  ],
  ['escaped characters are plain', String.raw`R\&D 5\% \$9 \#1 a\_b \{x\}`, 'R&D 5% $9 #1 a_b {x}'],
  [
    'markup vanishes and its text stays',
    String.raw`\textit{Homo} \emph{sapiens} {\bf bold} \mkbibemph{x} \textsc{Abc}`,
    'Homo sapiens bold x Abc',
  ],
  [
    'a formula is readable',
    String.raw`$\alpha$-decay of H$_2$O at 10$^{-3}$ and $\mathrm{CO}_{2}$`,
    'α-decay of H₂O at 10⁻³ and CO₂',
  ],
  ['what cannot be raised stays on the line', '$x^{yz}$', 'xyz'],
  ['a single dollar is money', 'Made for $5 only', 'Made for $5 only'],
  ['Greek and arrows', String.raw`{$\rho$} \textgreek{x} $\rightarrow$ $\Sigma$`, 'ρ x → Σ'],
  ['ties and breaks are blanks', 'Dr.~Who \\\\ next\\ line \\par end', 'Dr. Who next line end'],
  [
    'links give their text',
    String.raw`\href{http://a.example}{the page} \url{http://b.example/x_y}`,
    'the page http://b.example/x_y',
  ],
  ['sorting aids are not for readers', String.raw`{\noopsort{gogh}}van Gogh`, 'van Gogh'],
  [
    'sub- and superscript commands and tags',
    String.raw`x\textsuperscript{2} CO\textsubscript{2} H<sub>2</sub>O`,
    'x² CO₂ H₂O',
  ],
  [
    'a breakable slash is a slash',
    String.raw`Input\slash Output, and\slash{}or, client{\slash}server`,
    'Input/Output, and/or, client/server',
  ],
  [
    'named dashes, quotation marks and dots are the printed ones',
    String.raw`1\textendash 2 a\textemdash{}b it\textquoteright s \textquotedblleft so\textquotedblright\ on\ldots\ and \dots{} off`,
    '1–2 a—b it’s “so” on… and … off',
  ],
  [
    'named and bare accents are characters of their own',
    String.raw`C:\textbackslash dir \textasciitilde{}me \~{}you \^{} x\textasciicircum y`,
    'C:\\dir ~me ~you ^ x^y',
  ],
  [
    'hints for breaking lines leave nothing',
    String.raw`data\-base of\/f\/ice $n$\nobreakdash-body 3\nobreakdash--5 well\hyp{}known ta\discretionary{k-}{k}{ck}e`,
    'database office n-body 3–5 well-known tacke',
  ],
  [
    'raised and lowered words and emphasis stay',
    String.raw`the 19\textsuperscript{th} C\textsubscript{max} \emph{of} \nicefrac{1}{2}`,
    'the 19th Cₘₐₓ of 1/2',
  ],
  ['an unknown command without argument keeps its name', String.raw`the \foo bar`, 'the foobar'],
  ['an unknown command with argument keeps the argument', String.raw`the \foo{bar}`, 'the bar'],
  ['unbalanced braces do no harm', 'a {b c} } d {e', 'a b c d e'],
  ['text that is Unicode already stays', 'الشك عند الفلاسفة – 司马懿', 'الشك عند الفلاسفة – 司马懿'],
  ['line breaks and soft hyphens are cleaned', 'one\n   two\u00adthree', 'one twothree'],
]

for (const [promise, tex, text] of cases) test(promise, () => assert.equal(texToText(tex), text))

test('an address keeps its characters and loses only escapes', () => {
  assert.equal(texToVerbatim(String.raw`http://a.example/x\_y\%20z--q`), 'http://a.example/x_y%20z--q')
  assert.equal(texToVerbatim(String.raw`\url{http://a.example/{\textasciitilde}me}`), 'http://a.example/~me')
  assert.equal(
    texToVerbatim(String.raw`http://a.example/\~{}me{\%}20a\slash b`),
    'http://a.example/~me%20a/b',
  )
  assert.equal(texToVerbatim('10.1007/978-3-642-88026-1{\\_}1'), '10.1007/978-3-642-88026-1_1')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../../../core/model/reference.ts'
import { parseNames } from './parse-names.ts'

const person = (family: string, given: string, particle = '', suffix = ''): Person => ({
  family,
  given,
  particle,
  suffix,
})

const cases: [promise: string, field: string, people: Person[]][] = [
  ['"Last, First"', 'Martin, Robert C.', [person('Martin', 'Robert C.')]],
  ['"First Last"', 'Robert C. Martin', [person('Martin', 'Robert C.')]],
  [
    '"and" parts names, whatever its case and blanks',
    'Doe, J. and\n  Roe, K. AND Poe, E.',
    [person('Doe', 'J.'), person('Roe', 'K.'), person('Poe', 'E.')],
  ],
  [
    '"and" inside braces parts nothing',
    '{National Aeronautics and Space Administration}',
    [{ literal: 'National Aeronautics and Space Administration' }],
  ],
  ['"and others" names nobody', 'Doe, J. and others', [person('Doe', 'J.')]],
  [
    'small words before the family are its particle',
    'van der Meer, Gerard',
    [person('Meer', 'Gerard', 'van der')],
  ],
  [
    'small words inside a name are its particle',
    'Ludwig van Beethoven',
    [person('Beethoven', 'Ludwig', 'van')],
  ],
  [
    'a particle may be followed by a family of two words',
    'Charles Louis de la Vallée Poussin',
    [person('Vallée Poussin', 'Charles Louis', 'de la')],
  ],
  [
    'a small word after a capital one belongs to the family',
    'Ortega y Gasset, José',
    [person('Ortega y Gasset', 'José')],
  ],
  ['"Last, Jr, First"', 'King, Jr., Martin Luther', [person('King', 'Martin Luther', '', 'Jr.')]],
  ['braces keep a family together', '{von Wright}, Georg Henrik', [person('von Wright', 'Georg Henrik')]],
  [
    'an organisation in braces is one name',
    '{World Health Organization} and Doe, J.',
    [{ literal: 'World Health Organization' }, person('Doe', 'J.')],
  ],
  ['a single word is a mononym', 'Plato', [{ literal: 'Plato' }]],
  [
    'a missing family leaves the given name',
    'Hobson, Paul and , David',
    [person('Hobson', 'Paul'), { literal: 'David' }],
  ],
  [
    'BibLaTeX names by their parts',
    'family=Oord, given=Aaron, prefix=van den, useprefix=true',
    [person('Oord', 'Aaron', 'van den')],
  ],
  [
    'both forms in one field',
    'Roorda, Dirk and family=Heuvel, given=Charles, prefix=van den',
    [person('Roorda', 'Dirk'), person('Heuvel', 'Charles', 'van den')],
  ],
  [
    'parts with a suffix',
    'family=Stevenson, given=Adlai E., suffix=III, juniorcomma=true',
    [person('Stevenson', 'Adlai E.', '', 'III')],
  ],
  [
    'sorting aids are left out',
    String.raw`{\noopsort{gogh}}{van Gogh}, Vincent`,
    [person('van Gogh', 'Vincent')],
  ],
  [
    'an apostrophe ends a particle',
    String.raw`{\noopsort{este}}d'{\null} Este, Beatrice`,
    [person('Este', 'Beatrice', "d'")],
  ],
  [
    'TeX inside names',
    String.raw`{\O}rsted, Hans and Br{\"u}ck, {\v C}aslav`,
    [person('Ørsted', 'Hans'), person('Brück', 'Časlav')],
  ],
  ['scripts without case have no particles', 'زايد عباس, هناء', [person('زايد عباس', 'هناء')]],
  ['an empty field has nobody', '  ', []],
]

for (const [promise, field, people] of cases) test(promise, () => assert.deepEqual(parseNames(field), people))

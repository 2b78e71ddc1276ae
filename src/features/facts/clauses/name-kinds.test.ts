import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAward, isBodyName, isNationality, isPersonName, isSchool, withoutLegalForm } from './name-kinds.ts'

const kinds: readonly [claim: (name: string) => boolean, yes: string[], no: string[]][] = [
  [
    isPersonName,
    ['Jane Doe', 'Sir John Doe', 'Mary van Dyke'],
    ['New Street', 'World Bank', 'Mary Prize', 'John and Jane'],
  ],
  [isBodyName, ['Acme Inc.', 'Harlow Brewery', 'University of Ulm'], ['Jane Doe', 'Ulm']],
  [isAward, ['Lorentz Medal', 'Nobel Prize', 'Order of Merit'], ['The Award', 'Grand Prix', 'Medals']],
  [isSchool, ['University of Ulm', 'Harvard Law School', 'MIT'], ['Bank of Ulm']],
  [isNationality, ['Dutch', 'Swiss-born'], ['Ulm', 'Ulm-born', 'Dutchman']],
]

test('the words of a name say of what kind it is', () => {
  for (const [claim, yes, no] of kinds) {
    assert.deepEqual(yes.filter(claim), yes, claim.name)
    assert.deepEqual(no.filter(claim), [], claim.name)
  }
})

test('a name is also known without its legal form', () => {
  assert.equal(withoutLegalForm('Acme Glass Co., Ltd.'), 'Acme Glass')
  assert.equal(withoutLegalForm('Acme Glass'), 'Acme Glass')
})

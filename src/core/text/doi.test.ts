import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanDoi } from './doi.ts'

const cases: [written: string, doi: string | null][] = [
  ['10.1000/ABC', '10.1000/abc'],
  ['doi:10.1000/abc', '10.1000/abc'],
  ['DOI 10.1000/abc', '10.1000/abc'],
  ['https://doi.org/10.1000/abc', '10.1000/abc'],
  ['http://dx.doi.org/10.1000/abc', '10.1000/abc'],
  ['doi.org/10.1000/abc', '10.1000/abc'],
  ['doi:https://doi.org/10.1000/abc', '10.1000/abc'],
  ['info:doi/10.1000/abc', '10.1000/abc'],
  ['https://doi.org/10.1016/S0167-9236%2802%2900110-0', '10.1016/s0167-9236(02)00110-0'],
  ['10.1007/JHEP02(2016)087', '10.1007/jhep02(2016)087'],
  ['10.1000/abc).', '10.1000/abc'],
  ['10/ggd754', '10/ggd754'],
  ['not a doi', null],
  ['https://example.org/10.1000/abc', null],
  ['', null],
]

for (const [written, doi] of cases)
  test(`"${written}" ${doi === null ? 'is no DOI' : `is ${doi}`}`, () => assert.equal(cleanDoi(written), doi))

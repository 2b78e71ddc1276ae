import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { context, converterFor, failure, makeSource } from '../test/make-source.ts'
import { officeConverters } from './index.ts'
import { encryptAgile, encryptStandard } from './test/encrypt-package.ts'
import { makeCompound } from './test/make-compound.ts'
import { makeDocx, makePptx, paragraph, shape } from './test/make-office.ts'
import { makeWorkbook } from './test/make-workbook.ts'

const plain = {
  docx: makeDocx({ body: paragraph('Hive.') }),
  xlsx: makeWorkbook('xlsx', { Bees: [['Hive.']] }),
  pptx: makePptx([{ shapes: shape('Hive.') }]),
}

const read = (format: string, bytes: Uint8Array, password: string | null) =>
  converterFor(officeConverters(), format).convert(
    makeSource(`bees.${format}`, bytes),
    { password, ocrLanguages: [] },
    context(),
  )

for (const [format, bytes] of Object.entries(plain))
  for (const [method, encrypt] of [
    ['agile', encryptAgile],
    ['standard', encryptStandard],
  ] as const)
    test(
      `${format} with ${method} encryption opens with its password and says when it has none`,
      slow,
      async () => {
        const locked = encrypt(bytes, 'wax ä')
        assert.match((await read(format, locked, 'wax ä')).markdown, /Hive\./)
        await assert.rejects(
          read(format, locked, null),
          failure('invalid', 'PASSWORD_REQUIRED', /bees\.\w+ is encrypted and opens only with a password/),
        )
        await assert.rejects(read(format, locked, 'honey'), failure('invalid', 'PASSWORD_WRONG', /bees/))
      },
    )

test('an encryption with too many rounds or an unknown method is refused', async () => {
  const locked = encryptAgile(plain.docx, 'wax')
  const spins = Buffer.from(
    locked.toString('latin1').replace('spinCount="1000"', 'spinCount="9e99"'),
    'latin1',
  )
  await assert.rejects(read('docx', spins, 'wax'), failure('invalid', 'UNSUPPORTED_ENCRYPTION', /rounds/))
  const other = makeCompound({ EncryptionInfo: Buffer.alloc(16, 1), EncryptedPackage: Buffer.alloc(64) })
  await assert.rejects(read('docx', other, 'wax'), failure('invalid', 'UNSUPPORTED_ENCRYPTION', /version/))
})

test('a Word document of 2003 with a password says that it is encrypted and what to do', async () => {
  const header = Buffer.alloc(5000)
  header.writeUInt16LE(0x0100, 10)
  const locked = makeCompound({ WordDocument: header })
  await assert.rejects(
    read('doc', locked, 'wax'),
    failure('invalid', 'UNSUPPORTED_ENCRYPTION', /bees\.doc is encrypted with the method of Office 97/),
  )
})

test('a workbook of 2003 with a password says that it is encrypted', async () => {
  const record = (id: number, ...data: number[]) => [id & 0xff, id >> 8, data.length, 0, ...data]
  const book = (method: number) =>
    Buffer.from([...record(0x809, 0, 6, 5, 0), ...record(0x2f, method, 0, 0, 0, 0, 0)])
  const strong = makeCompound({ Workbook: book(1) })
  await assert.rejects(read('xls', strong, 'wax'), failure('invalid', 'UNSUPPORTED_ENCRYPTION', /bees\.xls/))
  const weak = makeCompound({ Workbook: book(0) })
  await assert.rejects(read('xls', weak, null), failure('invalid', 'PASSWORD_REQUIRED', /bees\.xls/))
})

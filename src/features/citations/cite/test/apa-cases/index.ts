import type { Reference } from '../../../../../core/model/reference.ts'
import { apaBooks } from './apa-books.ts'
import { apaOtherWorks } from './apa-other-works.ts'
import { apaPeriodicals } from './apa-periodicals.ts'

/** Expected strings follow the examples of the Publication Manual, 7th edition, without italics. */
export type ApaCase = [promise: string, fields: Partial<Reference>, expected: string]

export const apaCases: readonly ApaCase[] = [...apaPeriodicals, ...apaBooks, ...apaOtherWorks]

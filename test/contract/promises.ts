import { citationsPromises } from '../../src/features/citations/test/promises.ts'
import { documentsPromises } from '../../src/features/documents/test/promises.ts'
import { hansardPromises } from '../../src/features/hansard/test/promises.ts'
import { graphPromises } from './promises/graph.ts'
import { lambdaPromises } from './promises/lambda.ts'
import { settledPromises } from './promises/settled.ts'

/** What the contracts promise, each with an id that tests cite. A gate fails on ids no test cites. */
export const promises = {
  ...documentsPromises,
  ...citationsPromises,
  ...hansardPromises,
  ...lambdaPromises,
  ...graphPromises,
  ...settledPromises,
} as const satisfies Record<string, string>

export type PromiseId = keyof typeof promises

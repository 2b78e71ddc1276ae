import type { GraphView } from '../graph/graph-view.ts'
import { infer } from './infer.ts'
import { memberOf } from './members.ts'
import { valueOfType } from './type-value.ts'
import type { World } from './values.ts'

/** Creates the state of one check, or of linking one repository. */
export function createWorld(view: GraphView): World {
  const world: World = {
    view,
    active: new Set(),
    depth: 0,
    lineages: new Map(),
    families: new WeakMap(),
    steps: 0,
    infer: (expression, place) => infer(world, expression, place),
    valueOfType: (shape, place) => valueOfType(world, shape, place),
    memberOf: (value, name) => memberOf(world, value, name),
  }
  return world
}

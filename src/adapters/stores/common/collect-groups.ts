import type { DocumentGroup } from '../../../core/ports/store.ts'

/** A metadata value and the keys of the documents that have it. Lists are in order of value. */
export type ValueKeys<Value> = { value: Value; keys: readonly number[] }

export type GroupValues = {
  by: readonly ValueKeys<string>[]
  sum: readonly ValueKeys<number>[]
  range: readonly ValueKeys<string>[]
  /** Members of lists. */
  top: readonly ValueKeys<string>[]
}

/** A group without the values of its newest document, which has the key `newest`. */
export type CollectedGroup = Omit<DocumentGroup, 'latest'> & { newest: number }

type Group = Omit<CollectedGroup, 'top'> & { members: Map<string, number> }

const mostTop = 5

/** Aggregates the values of documents per value of `by`. `chosen`: keys of the matching documents; null: all. */
export function collectGroups(values: GroupValues, chosen: ReadonlySet<number> | null): CollectedGroup[] {
  const groups: Group[] = []
  const groupOf = new Map<number, Group>()
  for (const { value, keys } of values.by) {
    const passed = chosen === null ? keys : keys.filter(key => chosen.has(key))
    const [newest] = passed
    if (newest === undefined) continue
    const group = newGroup(value, passed.length, newest)
    groups.push(group)
    for (const key of passed) groupOf.set(key, group)
  }
  const each = <T>(
    list: readonly ValueKeys<T>[],
    addTo: (group: Group, value: T, key: number) => void,
  ): void => {
    for (const { value, keys } of list)
      for (const key of keys) {
        const group = groupOf.get(key)
        if (group) addTo(group, value, key)
      }
  }
  each(values.sum, (group, value) => {
    group.sum += value
  })
  each(values.range, (group, value, key) => {
    group.first ??= value
    if (group.last === value) return
    group.last = value
    group.newest = key
  })
  each(values.top, ({ members }, value) => {
    members.set(value, (members.get(value) ?? 0) + 1)
  })
  return groups.sort(byValue).map(({ members, ...group }) => ({ ...group, top: mostFrequent(members) }))
}

/** Compares like JavaScript; databases compare bytes. */
function byValue(a: Group, b: Group): number {
  return a.value < b.value ? -1 : 1
}

function newGroup(value: string, documents: number, newest: number): Group {
  return { value, documents, sum: 0, first: null, last: null, newest, members: new Map() }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, mostTop)
    .map(([value]) => value)
}

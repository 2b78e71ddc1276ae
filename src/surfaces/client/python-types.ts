import type { Field, Shape } from './schema-shape.ts'

export type PythonClass = {
  name: string
  fields: readonly { name: string; type: string; isRequired: boolean; description: string }[]
}

/** Writes shapes as type hints, and collects the classes of nested objects, inner ones first. */
export function pythonTypes() {
  const classes: PythonClass[] = []

  function nameOf(shape: Shape, suggestion: string): string {
    switch (shape.is) {
      case 'any':
        return 'Any'
      case 'null':
        return 'None'
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'literals':
        return `Literal[${shape.values.map(literal).join(', ')}]`
      case 'list':
        return `List[${nameOf(shape.of, `${suggestion}Item`)}]`
      case 'tuple':
        return `Tuple[${shape.of.map((part, place) => nameOf(part, `${suggestion}${place + 1}`)).join(', ')}]`
      case 'map':
        return `Dict[str, ${nameOf(shape.of, `${suggestion}Value`)}]`
      case 'union':
        return unionOf(shape.of, suggestion)
      case 'object':
        return classOf(shape.fields, suggestion)
    }
  }

  function unionOf(branches: readonly Shape[], suggestion: string): string {
    const some = branches.filter(branch => branch.is !== 'null')
    const names = [
      ...new Set(
        some.map((branch, place) => nameOf(branch, place === 0 ? suggestion : `${suggestion}${place + 1}`)),
      ),
    ]
    const [only = 'None'] = names
    const union = names.length > 1 ? `Union[${names.join(', ')}]` : only
    return some.length < branches.length && union !== 'Any' ? `Optional[${union}]` : union
  }

  /** An object with a key that is not a Python name becomes a plain dictionary. */
  function classOf(fields: readonly Field[], name: string): string {
    if (
      fields.length === 0 ||
      !fields.every(field => /^[A-Za-z_]\w*$/.test(field.name) && !reserved.has(field.name))
    )
      return 'Dict[str, Any]'
    const typed = fields.map(field => ({
      name: field.name,
      type: nameOf(field.shape, `${name}${title(field.name)}`),
      isRequired: field.isRequired,
      description: field.description,
    }))
    classes.push({ name, fields: typed })
    return name
  }

  return { nameOf, classes: (): readonly PythonClass[] => classes }
}

function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function title(name: string): string {
  return name
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

const reserved = new Set([
  'from',
  'import',
  'class',
  'def',
  'pass',
  'in',
  'is',
  'not',
  'and',
  'or',
  'global',
  'None',
])

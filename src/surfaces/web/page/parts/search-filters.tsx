import { libraries, projects } from '../state/catalog.ts'
import type { SearchFilterValues } from '../state/search-request.ts'
import { texts } from '../texts.ts'

type FiltersProps = { values: SearchFilterValues; change(values: Partial<SearchFilterValues>): void }

export const formats = [
  ...['pdf', 'docx', 'html', 'epub', 'md', 'txt', 'pptx', 'xlsx', 'csv', 'odt', 'rtf', 'eml', 'msg', 'url'],
  ...['json', 'ipynb', 'py', 'ts', 'js', 'png', 'jpg'],
]

export function SearchFilters({ values, change }: FiltersProps) {
  const languages = [...new Set(libraries.value.flatMap(library => library.languages))]
  const isFiltered = Object.values(values).some(value => value !== null)
  return (
    <div class="filters">
      <label>
        <span class="visually-hidden">{texts.search.where}</span>
        <select value={values.in ?? ''} onChange={event => change({ in: event.currentTarget.value || null })}>
          <option value="">{texts.search.everywhere}</option>
          <optgroup label={texts.search.libraries}>
            {libraries.value.map(({ library, document_count }) => (
              <option key={library} value={library}>
                {`${library} (${document_count})`}
              </option>
            ))}
          </optgroup>
          {projects.value.length === 0 ? null : (
            <optgroup label={texts.search.projects}>
              {projects.value.map(({ id, collection }) => (
                <option key={id} value={collection}>
                  {id}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      <Choice
        name={texts.search.format}
        any={texts.search.anyFormat}
        value={values.type}
        options={formats}
        change={type => change({ type })}
      />
      {languages.length < 2 ? null : (
        <Choice
          name={texts.search.language}
          any={texts.search.anyLanguage}
          value={values.language}
          options={languages}
          describe={languageName}
          change={language => change({ language })}
        />
      )}
      <label>
        {texts.search.since}{' '}
        <input
          type="date"
          value={values.since ?? ''}
          onChange={event => change({ since: event.currentTarget.value || null })}
        />
      </label>
      {isFiltered ? (
        <button
          type="button"
          class="link"
          onClick={() => change({ in: null, type: null, language: null, since: null, document: null })}
        >
          {texts.search.clear}
        </button>
      ) : null}
    </div>
  )
}

type ChoiceProps = {
  name: string
  any: string
  value: string | null
  options: readonly string[]
  describe?(option: string): string
  change(value: string | null): void
}

/** One of some values, or any. */
export function Choice({ name, any, value, options, describe = option => option, change }: ChoiceProps) {
  return (
    <label>
      <span class="visually-hidden">{name}</span>
      <select value={value ?? ''} onChange={event => change(event.currentTarget.value || null)}>
        <option value="">{any}</option>
        {options.map(option => (
          <option key={option} value={option}>
            {describe(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** Asking for a name takes longer than drawing the cell that shows it. */
const knownNames = new Map<string, string>([['und', texts.search.unknownLanguage]])

export function languageName(code: string): string {
  const known = knownNames.get(code)
  if (known !== undefined) return known
  const name = languageNames.of(code) ?? code
  knownNames.set(code, name)
  return name
}

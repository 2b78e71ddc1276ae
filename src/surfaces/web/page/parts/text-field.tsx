import type { Signal } from '@preact/signals'

type Own = { label: string; value: Signal<string>; isWide?: boolean }
type TextFieldProps = Own & {
  type?: 'text' | 'url'
  required?: boolean
  placeholder?: string
  size?: number
  autocomplete?: 'off'
  /** Id of a list of values to choose from. */
  list?: string
}

/** A labelled line of text that a person types. */
export function TextField({ label, value, isWide = false, type = 'text', ...attributes }: TextFieldProps) {
  return (
    <label {...(isWide ? { class: 'wide' } : {})}>
      {label}
      <input
        type={type}
        {...attributes}
        value={value.value}
        onInput={event => {
          value.value = event.currentTarget.value
        }}
      />
    </label>
  )
}

type TextAreaProps = Own & { rows: number; placeholder?: string; isCode?: boolean; isOptional?: boolean }

/** The same for longer text. */
export function TextArea({ label, value, rows, placeholder = '', isCode, isOptional }: TextAreaProps) {
  return (
    <label class="wide">
      {label}
      <textarea
        rows={rows}
        required={isOptional !== true}
        placeholder={placeholder}
        {...(isCode === true ? { class: 'code', spellcheck: false } : {})}
        value={value.value}
        onInput={event => {
          value.value = event.currentTarget.value
        }}
      />
    </label>
  )
}

import type { ComponentChildren } from 'preact'

/** What opens a source: an address of the page, or, in the window of an agent, a function. */
export type Opens = string | (() => void)

type OpenLinkProps = { to: Opens; kind: 'button' | 'link'; children: ComponentChildren }

export function OpenLink({ to, kind, children }: OpenLinkProps) {
  if (typeof to === 'string')
    return (
      <a {...(kind === 'button' ? { class: 'button' } : {})} href={to}>
        {children}
      </a>
    )
  return (
    <button type="button" {...(kind === 'link' ? { class: 'link' } : {})} onClick={to}>
      {children}
    </button>
  )
}

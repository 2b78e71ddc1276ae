import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { filesOf } from '../state/uploads.ts'

type DropZoneProps = { add(files: readonly File[]): void; children: ComponentChildren }

/** A place to drop files and folders on. Its children have the other way, by buttons. */
export function DropZone({ add, children }: DropZoneProps) {
  const isOver = useSignal(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has the buttons inside as its other way.
    <div
      class={isOver.value ? 'drop over' : 'drop'}
      onDragOver={event => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={async event => {
        event.preventDefault()
        isOver.value = false
        if (event.dataTransfer !== null) add(await filesOf(event.dataTransfer.items))
      }}
    >
      {children}
    </div>
  )
}

type FileButtonProps = { name: string; isFolder?: boolean; add(files: readonly File[]): void }

export function FileButton({ name, isFolder = false, add }: FileButtonProps) {
  return (
    <label class="button">
      {name}
      <input
        class="visually-hidden"
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

import { DatabaseSync } from 'node:sqlite'
import { fields, itemTypes, schemaOf, type ZoteroVersion } from './schema.ts'

export type NewItem = {
  key: string
  type: string
  library?: number
  fields?: Record<string, string | number>
  /** "Given Family", or one word for a name in a single field. */
  authors?: string[]
  tags?: string[]
  collections?: string[]
  added?: string
  isTrashed?: boolean
}

export type NewAttachment = {
  key: string
  parent: string | null
  path: string | null
  linkMode: 0 | 1 | 2 | 3 | 4
  mediaType?: string
  library?: number
  title?: string
  isTrashed?: boolean
}

/** Writes the rows of a Zotero database as Zotero would. */
export type LibraryWriter = ReturnType<typeof libraryWriter>

export function libraryWriter(path: string, version: ZoteroVersion, journal: 'wal' | 'delete') {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF;`)
  database.exec(schemaOf(version))
  const run = (sql: string, ...values: (string | number | null)[]) =>
    Number(database.prepare(sql).run(...values).lastInsertRowid)
  const idOf = (key: string, table = 'items', column = 'itemID') => {
    const row = database.prepare(`SELECT ${column} AS id FROM ${table} WHERE key = ?`).get(key)
    if (!row) throw new Error(`there is no ${key}`)
    return Number(row.id)
  }
  for (const [index, name] of itemTypes.entries())
    run('INSERT INTO itemTypesCombined VALUES (?, ?, 1, 0)', index + 1, name)
  for (const [index, name] of fields.entries())
    if (name !== 'citationKey' || version >= 7)
      run('INSERT INTO fieldsCombined VALUES (?, ?, NULL, NULL, 0)', index + 1, name)
  run("INSERT INTO creatorTypes VALUES (1, 'author')")

  function addRow(key: string, type: string, library: number, added: string): number {
    return run(
      `INSERT INTO items (itemTypeID, dateAdded, dateModified, clientDateModified, libraryID, key, version)
       VALUES (?, ?, ?, ?, ?, ?, 7)`,
      itemTypes.indexOf(type) + 1,
      added,
      added,
      added,
      library,
      key,
    )
  }

  function addFields(item: number, values: Record<string, string | number>): void {
    for (const [name, value] of Object.entries(values)) {
      run('INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)', value)
      const row = database.prepare('SELECT valueID FROM itemDataValues WHERE value = ?').get(value)
      run('INSERT INTO itemData VALUES (?, ?, ?)', item, fields.indexOf(name) + 1, Number(row?.valueID))
    }
  }

  function addTags(item: number, tags: readonly string[]): void {
    for (const tag of tags) {
      run('INSERT OR IGNORE INTO tags (name) VALUES (?)', tag)
      const row = database.prepare('SELECT tagID FROM tags WHERE name = ?').get(tag)
      run('INSERT INTO itemTags VALUES (?, ?, 0)', item, Number(row?.tagID))
    }
  }

  return {
    database,
    run,
    addLibrary(
      id: number,
      type: 'user' | 'group' | 'feed',
      group: { id: number; name: string } | null = null,
    ) {
      run('INSERT INTO libraries (libraryID, type, editable, filesEditable) VALUES (?, ?, 1, 1)', id, type)
      if (group) run("INSERT INTO groups VALUES (?, ?, ?, '', 1)", group.id, id, group.name)
    },
    addCollection(key: string, name: string, parent: string | null = null, library = 1) {
      const above = parent === null ? null : idOf(parent, 'collections', 'collectionID')
      run(
        'INSERT INTO collections (collectionName, parentCollectionID, libraryID, key) VALUES (?, ?, ?, ?)',
        name,
        above,
        library,
        key,
      )
    },
    trashCollection(key: string) {
      run(
        'INSERT INTO deletedCollections (collectionID) VALUES (?)',
        idOf(key, 'collections', 'collectionID'),
      )
    },
    addItem({ key, type, library = 1, added = '2024-01-01 10:00:00', ...item }: NewItem) {
      const id = addRow(key, type, library, added)
      addFields(id, item.fields ?? {})
      addTags(id, item.tags ?? [])
      for (const [index, name] of (item.authors ?? []).entries()) {
        const parts = name.split(' ')
        const last = parts.pop() ?? ''
        const creator = run(
          'INSERT INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, ?)',
          parts.join(' '),
          last,
          parts.length === 0 ? 1 : 0,
        )
        run('INSERT INTO itemCreators VALUES (?, ?, 1, ?)', id, creator, index)
      }
      for (const collection of item.collections ?? [])
        run(
          'INSERT INTO collectionItems VALUES (?, ?, 0)',
          idOf(collection, 'collections', 'collectionID'),
          id,
        )
      if (item.isTrashed) run('INSERT INTO deletedItems (itemID) VALUES (?)', id)
    },
    addAttachment({ key, parent, path, linkMode, library = 1, ...attachment }: NewAttachment) {
      const id = addRow(key, 'attachment', library, '2024-01-02 10:00:00')
      addFields(id, { title: attachment.title ?? 'Full Text' })
      run(
        'INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path) VALUES (?, ?, ?, ?, ?)',
        id,
        parent === null ? null : idOf(parent),
        linkMode,
        attachment.mediaType ?? 'application/pdf',
        path,
      )
      if (attachment.isTrashed) run('INSERT INTO deletedItems (itemID) VALUES (?)', id)
    },
    addNote(key: string, parent: string | null, isTrashed = false) {
      const id = addRow(key, 'note', 1, '2024-01-03 10:00:00')
      run(
        'INSERT INTO itemNotes VALUES (?, ?, ?, ?)',
        id,
        parent === null ? null : idOf(parent),
        '<p>Hm.</p>',
        'Hm.',
      )
      if (isTrashed) run('INSERT INTO deletedItems (itemID) VALUES (?)', id)
    },
    addAnnotation(annotation: {
      key: string
      attachment: string
      kind: number
      text?: string
      comment?: string
      pageLabel?: string
      pageIndex: number
      tags?: string[]
      isTrashed?: boolean
    }) {
      const { key, attachment, kind, pageIndex, text = null, comment = null, pageLabel = null } = annotation
      const id = addRow(key, 'annotation', 1, '2024-01-04 10:00:00')
      run(
        "INSERT INTO itemAnnotations VALUES (?, ?, ?, NULL, ?, ?, '#ffd400', ?, ?, ?, 0)",
        id,
        idOf(attachment),
        kind,
        text,
        comment,
        pageLabel,
        `${String(pageIndex).padStart(5, '0')}|000100|00069`,
        JSON.stringify({ pageIndex, rects: [[1, 2, 3, 4]] }),
      )
      addTags(id, annotation.tags ?? [])
      if (annotation.isTrashed) run('INSERT INTO deletedItems (itemID) VALUES (?)', id)
    },
    indexText(attachment: string, indexedPages: number, totalPages: number) {
      run(
        'INSERT INTO fulltextItems (itemID, indexedPages, totalPages) VALUES (?, ?, ?)',
        idOf(attachment),
        indexedPages,
        totalPages,
      )
    },
    checkpoint: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  }
}

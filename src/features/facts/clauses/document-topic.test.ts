import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organisation } from '../entity-names.ts'
import { personMention } from '../people.ts'
import { documentTopic } from './document-topic.ts'

const jane = personMention('Jane Doe', null)
const names = { isPerson: () => false, findPerson: (name: string) => personMention(name, null) }

test('the heading of a section is its topic until the next heading', () => {
  const topic = documentTopic()
  topic.make(jane)
  topic.beginSection('Mary Roe', names)
  assert.equal(topic.person()?.name, 'Mary Roe')
  topic.beginSection('Early Life', names)
  assert.equal(topic.person()?.name, 'Jane Doe')
})

test('in a text about a person a heading with another name that nobody has is about nobody', () => {
  const topic = documentTopic()
  topic.make(jane)
  topic.beginSection('Quorra Vint', names)
  assert.equal(topic.mention(), null)
  assert.equal(topic.body(), null)
})

test('a short form of the organisation means the topic', () => {
  const topic = documentTopic()
  topic.make(organisation('Acme Glass'))
  assert.ok(topic.isBodyNamed('Acme'))
  assert.ok(!topic.isBodyNamed('Glass'))
  assert.equal(topic.person(), null)
})

test('a longer name of the same person takes the place of the topic', () => {
  const topic = documentTopic()
  topic.make(jane)
  topic.rename(personMention('Jane Ann Doe', null))
  assert.equal(topic.person()?.name, 'Jane Ann Doe')
  topic.rename(personMention('Jane Mary Roe', null))
  assert.equal(topic.person()?.name, 'Jane Ann Doe')
})

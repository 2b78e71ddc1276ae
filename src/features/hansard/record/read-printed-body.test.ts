import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './test/records.ts'

const paragraph = (inside: string) => `<p class="HPS-Normal"><span class="HPS-Normal">${inside}</span></p>`
const named = (id: string, type: string, name: string) =>
  `<a href="${id}" type="${type}"><span class="HPS-${type}">${name}</span></a>`
const talker = (id: string, name: string, party: string) =>
  `<talk.start><talker><page.no>501</page.no><time.stamp/><name role="metadata">${name}</name><name.id>${id}</name.id><electorate/><party>${party}</party><in.gov/><first.speech/></talker></talk.start>`

const day = (
  body: string,
) => `<hansard version="2.2"><session.header><date>2019-07-23</date><parliament.no>2</parliament.no>
<session.no>1</session.no><period.no>1</period.no><chamber>Senate</chamber><page.no>0</page.no><proof>0</proof></session.header>
<chamber.xscript><debate><debateinfo><title>BUSINESS</title><page.no>500</page.no><type>BUSINESS</type></debateinfo>
<debate.text><body>${paragraph('BUSINESS')}</body></debate.text>
<subdebate.2><subdebateinfo><title>Consideration of Legislation</title><page.no>500</page.no></subdebateinfo>
<subdebate.text><body><p class="HPS-SubDebate"><span>Consideration of Legislation</span></p>${paragraph('Debate resumed.')}</body></subdebate.text>
<speech>${talker('gh4', 'Heron, Sen Bill', 'NATS')}<talk.text><body>${body}</body></talk.text>
<interjection>${talker('10000', 'PRESIDENT, The', '')}<talk.text>
</talk.text></interjection></speech></subdebate.2></debate></chamber.xscript></hansard>`

const body = [
  paragraph(
    `${named('GH4', 'MemberSpeech', 'Senator HERON')} (<span class="HPS-Electorate">Tasmania</span>—<span class="HPS-MinisterialTitles">Minister for Reeds</span>) (<span class="HPS-Time">12:57</span>):  I move <span style="font-style:italic;">the</span> mo<span>tion</span>.`,
  ),
  paragraph('<span class="HPS-GeneralIInterjecting">An honourable senator interjecting</span>—'),
  paragraph(`${named('GH4', 'MemberContinuation', 'Senator HERON:')}  Indeed.`),
  paragraph(
    '<span class="HPS-OfficeInterjecting">The ACTING DEPUTY PRESIDENT </span>(<span class="HPS-OfficeInterjecting">Senator Heron</span>): Order!',
  ),
].join('\n')

test('headings printed in the body begin the turns and tell seat, office and time', async () => {
  const { speeches } = await read('2019.xml', day(body))
  const [speech] = speeches
  assert.equal(
    speech!.text,
    [
      'Senator HERON (Tasmania—Minister for Reeds) (12:57): I move the motion.',
      'An honourable senator interjecting—',
      'Senator HERON: Indeed.',
      'The ACTING DEPUTY PRESIDENT (Senator Heron): Order!',
    ].join('\n\n'),
  )
  assert.equal(speech!.speaker, 'Bill Heron')
  assert.equal(speech!.speakerId, 'GH4')
  assert.equal(speech!.role, 'Minister for Reeds')
  assert.equal(speech!.time, '12:57')
  assert.equal(speech!.electorate, null)
  assert.equal(speech!.state, 'TAS')
  assert.equal(speech!.party, 'National')
  assert.deepEqual(
    speech!.turns.map(turn => [
      turn.kind,
      turn.speaker,
      turn.role,
      speech!.text.slice(turn.spokenFrom, turn.end),
    ]),
    [
      ['speech', 'Bill Heron', 'Minister for Reeds', 'I move the motion.'],
      ['interjection', 'An honourable senator', null, 'An honourable senator interjecting—'],
      ['continuation', 'Bill Heron', null, 'Indeed.'],
      ['interjection', 'Bill Heron', 'The ACTING DEPUTY PRESIDENT', 'Order!'],
    ],
  )
})

test('a senator whom no table knows has the state and party that the record gives', async () => {
  const unknown = body.replaceAll('GH4', '999999').replace('Senator HERON', 'Senator STRANGE')
  const { speeches } = await read(
    '2019.xml',
    day(unknown).replace('>gh4<', '>999999<').replace('Heron, Sen Bill', 'Strange, Sen Jo'),
  )
  assert.equal(speeches[0]!.speaker, 'Jo Strange')
  assert.equal(speeches[0]!.state, 'TAS')
  assert.equal(speeches[0]!.party, 'National')
})

test('a time stamp printed twice is printed once', async () => {
  const twice = paragraph(
    `${named('GH4', 'MemberSpeech', 'Senator HERON')} (<span>Tasmania</span>) (<span class="HPS-Time">14:08</span>):  <span class="HPS-Time">14:08</span>):  I have a question.`,
  )
  const { speeches } = await read('2019.xml', day(twice))
  assert.equal(speeches[0]!.text, 'Senator HERON (Tasmania) (14:08): I have a question.')
})

test('titles printed again in the text of a debate are not procedural text', async () => {
  const { procedural } = await read('2019.xml', day(body))
  assert.deepEqual(
    procedural.map(({ text }) => text),
    ['Debate resumed.'],
  )
})

test('the number of the parliament is that of the date when the file has it wrong', async () => {
  const { speeches } = await read('2019.xml', day(body))
  assert.equal(speeches[0]!.parliament, 46)
})

import { expect, test } from 'vitest'
import { cpuSeconds } from '#testing/cpu-seconds.ts'
import { fromDocusaurus } from './docusaurus-markdown.ts'
import { fromMkdocs } from './mkdocs-markdown.ts'

const lines = (...all: string[]) => all.join('\n')

test('admonitions of MkDocs are hints, also in lists, and those that fold are expandables', () => {
  const text = lines(
    '!!! warning "Mind"',
    '    One.',
    '',
    '    !!! note',
    '        Two.',
    '',
    '??? tip "More"',
    '    Three.',
  )
  expect(fromMkdocs(text)).toBe(
    lines(
      '{% hint style="warning" %}',
      '**Mind**',
      '',
      'One.',
      '',
      '{% hint style="info" %}',
      'Two.',
      '{% endhint %}',
      '{% endhint %}',
      '',
      '<details>',
      '',
      '<summary>More</summary>',
      '',
      'Three.',
      '',
      '</details>',
    ),
  )
})

test('tabs of MkDocs that follow each other are one block', () => {
  expect(fromMkdocs(lines('=== "A"', '    One.', '', '=== "B"', '    Two.', '', 'End.'))).toBe(
    lines(
      '{% tabs %}',
      '{% tab title="A" %}',
      'One.',
      '{% endtab %}',
      '',
      '{% tab title="B" %}',
      'Two.',
      '{% endtab %}',
      '{% endtabs %}',
      '',
      '',
      'End.',
    ),
  )
})

test('code of MkDocs does not change, and attributes go', () => {
  const code = lines('```', '!!! note', '    x', '```')
  expect(fromMkdocs(code)).toBe(code)
  expect(fromMkdocs(lines('## Set up { #setup }', '[TOC]', '[a](b.md){ .button }'))).toBe(
    lines('## Set up <a href="#setup" id="setup"></a>', '[a](b.md)'),
  )
})

test('titles of code, keys and attributes of images in MkDocs are converted', () => {
  const text = lines(
    '- Do',
    '',
    '    ``` py title="a.py" hl_lines="2" linenums="1"',
    '    i++',
    '    ```',
    '',
    '``` { .yaml .annotate title="b.yml" }',
    'a: 1',
    '```',
    'Press ++ctrl+alt+del++, not `++f1++` or C++, D++.',
    '![a](b.png){ width="300" align=left } and {name}',
  )
  expect(fromMkdocs(text)).toBe(
    lines(
      '- Do',
      '',
      '    {% code title="a.py" lineNumbers="true" %}',
      '    ```py',
      '    i++',
      '    ```',
      '    {% endcode %}',
      '',
      '{% code title="b.yml" %}',
      '```yaml',
      'a: 1',
      '```',
      '{% endcode %}',
      'Press <kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>, not `++f1++` or C++, D++.',
      '![a](b.png) and {name}',
    ),
  )
})

test('admonitions, tabs and code titles of Docusaurus are blocks, and statements of MDX go', () => {
  const text = lines(
    "import Tabs from '@theme/Tabs'",
    '',
    ':::tip[Try *it*]',
    '',
    'Text.',
    '',
    ':::',
    '',
    '<Tabs>',
    '<TabItem value="npm" label="npm">',
    '',
    '```js title="a.js" {1}',
    "import x from 'y'",
    '```',
    '',
    '</TabItem>',
    '</Tabs>',
    '',
    '<Sandbox id="1" />',
  )
  expect(fromDocusaurus(text)).toEqual({
    text: lines(
      '',
      '{% hint style="success" %}',
      '**Try *it***',
      '',
      'Text.',
      '{% endhint %}',
      '',
      '{% tabs %}',
      '{% tab title="npm" %}',
      '',
      '{% code title="a.js" %}',
      '```js',
      "import x from 'y'",
      '```',
      '{% endcode %}',
      '',
      '{% endtab %}',
      '{% endtabs %}',
      '',
      '<Sandbox id="1" />',
    ),
    unknown: ['Sandbox'],
  })
})

test('components that most tools with MDX have are blocks, and titles and links of others are kept', () => {
  const text = lines(
    '<Note>See [this](a.md)</Note>',
    '<CardGroup cols={2}>',
    '  <Card title="One [1]" icon="star" href="/one">First</Card>',
    '</CardGroup>',
    '<Steps>',
    '  <Step title="Install">',
    '  ```js index.js',
    '  a',
    '  ```',
    '  </Step>',
    '</Steps>',
    '<Accordion title="Why?">Because</Accordion>',
    '<ParamField query="id" type="string" required>The id</ParamField>',
  )
  const { text: converted, unknown } = fromDocusaurus(text)
  expect(unknown).toEqual([])
  expect(converted.replace(/\n\s*\n/g, '\n').replace(/^ +/gm, '')).toBe(
    lines(
      '{% hint style="info" %}See [this](a.md){% endhint %}',
      '**[One \\[1\\]](/one)**',
      'First',
      '{% stepper %}',
      '{% step %}',
      '### Install',
      '{% code title="index.js" %}',
      '```js',
      'a',
      '```',
      '{% endcode %}',
      '{% endstep %}',
      '{% endstepper %}',
      '<details><summary>Why?</summary>',
      'Because',
      '</details>',
      '`id`, string, required',
      'The id',
    ),
  )
})

test('an admonition that is never closed and prose about imports are text', () => {
  const text = lines(':::note', 'Text.', '', 'import the data from the file')
  expect(fromDocusaurus(text).text).toBe(text)
})

test.each([
  ':::note\n',
  '!!! note\n    ',
  '=== "a"\n',
  '<Tabs>\n',
  '<Card title="a"',
  '<Step>',
  '++a',
  '``` {',
  '{/* \n',
  '# a {',
])('a text of many %j takes no long', (piece) => {
  const text = piece.repeat(20_000)
  const seconds = cpuSeconds(() => {
    fromMkdocs(text)
    fromDocusaurus(text)
  })
  expect(seconds).toBeLessThan(8)
})

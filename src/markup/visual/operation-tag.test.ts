import { expect, test } from 'vitest'
import { operationTagIn, withOperation } from './operation-tag.ts'

const operation = { spec: 'petstore', method: 'get', path: '/pets/{id}' } as const

test.each([
  [
    '{% openapi-operation spec="a" path="/b" method="POST" %}\n{% endopenapi-operation %}',
    { kind: 'operation', spec: 'a', path: '/b', method: 'post', models: [] },
  ],
  [
    '{% openapi src="https://a.example/b.yaml" path="/b" method="get" %}\n[b](b.yaml)\n{% endopenapi %}',
    { kind: 'operation', spec: 'https://a.example/b.yaml', path: '/b', method: 'get', models: [] },
  ],
  [
    "{% openapi-webhook spec='a' name='adopted' method=post %}",
    { kind: 'webhook', spec: 'a', path: 'adopted', method: 'post', models: [] },
  ],
  [
    '{% openapi-schemas spec="a" schemas="Pet, Order" grouped="true" %}\n{% endopenapi-schemas %}',
    { kind: 'models', spec: 'a', path: '', method: '', models: ['Pet', 'Order'] },
  ],
  ['{% openapi %}', { kind: 'operation', spec: '', path: '', method: '', models: [] }],
  ['{% embed url="https://a.example" %}', null],
  ['Text {% openapi spec="a" %}', null],
  ['{% openapi spec="a" %}\n\n{% endopenapi %}\n\nText', null],
])('%j shows %j', (source, expected) => {
  expect(operationTagIn(source)).toEqual(expected)
})

test.each([
  [
    '{%  openapi-operation  method="post" spec="a" expanded="true"  path="/b"%}\r\n[x](y)\r\n{% endopenapi-operation %}  ',
    '{%  openapi-operation  method="get" spec="petstore" expanded="true"  path="/pets/{id}"%}\r\n[x](y)\r\n{% endopenapi-operation %}  ',
  ],
  [
    "{% openapi src='https://a.example/b.yaml' path='/b' method='get' %}\nText\n{% endopenapi %}",
    "{% openapi src='petstore' path='/pets/{id}' method='get' %}\nText\n{% endopenapi %}",
  ],
  [
    '{% openapi-webhook spec="a" name="adopted" method=post %}',
    '{% openapi-webhook spec="petstore" name="/pets/{id}" method="get" %}',
  ],
  ['{% openapi spec="a" %}', '{% openapi spec="petstore" path="/pets/{id}" method="get" %}'],
])('in %j only the operation changes', (source, expected) => {
  expect(withOperation(source, operation)).toBe(expected)
})

test('a path with quotes gets others around it', () => {
  const source = '{% openapi spec="a" path="/b" method="get" %}'
  expect(withOperation(source, { ...operation, path: '/a"b' })).toBe(
    `{% openapi spec="petstore" path='/a"b' method="get" %}`,
  )
})

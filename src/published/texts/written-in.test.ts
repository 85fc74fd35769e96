import { expect, test } from 'vitest'
import { writtenIn } from './written-in.ts'

test.each([
  [
    'Arabic among names of code',
    'يأتي قسم المخزن المؤقت داخل القسم <match>، وهو متاح لإضافات Fluentd output',
    'ar',
  ],
  ['Persian', 'این بخش چگونگی نصب و پیکربندی برنامه را گام به گام شرح می‌دهد', 'fa'],
  ['Urdu', 'یہ صفحہ بتاتا ہے کہ پروگرام کیسے نصب کیا جائے اور ترتیب کیسے دی جائے', 'ur'],
  ['Hebrew', 'הדף הזה מסביר איך להתקין את התוכנה ואיך להגדיר אותה בפעם הראשונה', 'he'],
  ['English with a word of Hebrew', 'The word שלום greets whoever comes in, at any hour of the day', null],
  [
    'Japanese',
    'このページでは、ソフトウェアのインストール方法と最初の設定について順を追って詳しく説明します。',
    null,
  ],
  ['a few words', 'نظرة عامة', undefined],
  ['no words', '12 + 30 = 42', undefined],
])('%s is told by its letters', (_, text, language) => {
  expect(writtenIn(text)).toBe(language)
})

test('titles are few words and tell all the same', () => {
  expect(writtenIn('مقدمة', 1)).toBe('ar')
})

import { describe, expect, it } from 'vitest'
import {
  describeSmtpError,
  HeaderRefused,
  isAboutOneMail,
  isHopeless,
  SenderMissing,
} from './smtp-errors.ts'

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)
const recipient = (responseCode: number) =>
  error('all recipients were rejected', { code: 'EENVELOPE', command: 'RCPT TO', responseCode })

describe('the sentence for an administrator', () => {
  it.each([
    ['Invalid email header.', new HeaderRefused('x')],
    ['Invalid credentials provided', error('Invalid login', { code: 'EAUTH', responseCode: 535 })],
    ['Invalid credentials provided', error('Missing credentials', { code: 'EAUTH' })],
    [
      'Invalid credentials provided',
      error('Mail command failed', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }),
    ],
    [
      'Could not connect with the SMTP server.',
      error('connect ECONNREFUSED', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }),
    ],
    [
      'From address is invalid.',
      error('Mail command failed', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }),
    ],
    ['From address is invalid.', new SenderMissing('x')],
    ['From address is invalid.', error('Invalid sender ""', { code: 'EENVELOPE', command: 'API' })],
    [
      'SMTP server disconnected unexpectedly.',
      error('Connection closed unexpectedly', { code: 'ECONNECTION' }),
    ],
    [
      'SMTP server disconnected unexpectedly.',
      error('read ECONNRESET', { code: 'ESOCKET', originalCode: 'ECONNRESET' }),
    ],
    ['All recipient addresses were refused.', recipient(550)],
    [
      'All recipient addresses were refused.',
      error('Invalid recipient "x"', { code: 'EENVELOPE', command: 'API' }),
    ],
    [
      'Timeout error while trying to connect to the SMTP server.',
      error('Greeting never received', { code: 'ETIMEDOUT' }),
    ],
    [
      'Timeout error while trying to connect to the SMTP server.',
      error('connect ETIMEDOUT', { code: 'ESOCKET', originalCode: 'ETIMEDOUT' }),
    ],
    [
      'Network connection error. Please check your internet connection.',
      error('getaddrinfo ENOTFOUND', { code: 'EDNS', originalCode: 'ENOTFOUND' }),
    ],
    [
      'Network connection error. Please check your internet connection.',
      error('connect ENETUNREACH', { code: 'ESOCKET', originalCode: 'ENETUNREACH' }),
    ],
    [
      'Could not send email. Please check your configuration',
      error('Message failed', { code: 'EMESSAGE', command: 'DATA', responseCode: 552 }),
    ],
    [
      'Could not send email. Please check your configuration',
      error('self-signed certificate', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO' }),
    ],
    ['Could not send email. Please check your configuration', error('anything')],
    ['Could not send email. Please check your configuration', 'not even an error'],
  ])('is %o for %o', (sentence, thrown) => {
    expect(describeSmtpError(thrown)).toBe(sentence)
  })
})

describe('a mail is given up at once', () => {
  it.each([
    ['its receiver does not exist', recipient(550), true],
    ['its receiver is no address', new HeaderRefused('x'), true],
    ['its receiver’s box is full for now', recipient(452), false],
    ['we have to sign in first', recipient(530), false],
    ['our password is wrong', error('x', { code: 'EAUTH', responseCode: 535 }), false],
    ['our own address is refused', error('x', { code: 'EENVELOPE', command: 'MAIL FROM' }), false],
    ['no sender is set yet', new SenderMissing('x'), false],
    ['nobody answers', error('x', { code: 'ETIMEDOUT' }), false],
  ])('when %s: %s', (_why, thrown, expected) => {
    expect(isHopeless(thrown)).toBe(expected)
  })
})

describe('the mails behind it are tried', () => {
  it.each([
    ['its receiver is refused', recipient(550), true],
    ['its receiver is no address', new HeaderRefused('x'), true],
    ['its text is refused', error('x', { code: 'EMESSAGE' }), true],
    ['our password is wrong', error('x', { code: 'EAUTH' }), false],
    ['nobody answers', error('x', { code: 'ETIMEDOUT' }), false],
    ['the server hangs up', error('x', { code: 'ECONNECTION' }), false],
  ])('when %s: %s', (_why, thrown, expected) => {
    expect(isAboutOneMail(thrown)).toBe(expected)
  })
})

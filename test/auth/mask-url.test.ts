import { expect, test } from 'vitest'
import { createSecrets, maskUrl } from '../../src/auth/masking.ts'

const secrets = createSecrets()
secrets.add('loans', 'robin;1', 'https', 'example')

test.each([
  ['https://api.example.org/v1/loans/search.json', 'https://api.example.org/v1/loans/search.json'],
  [
    'https://api.example.org/v1/lenders/robin%3B1/loans.json',
    'https://api.example.org/v1/lenders/***/loans.json',
  ],
  ['https://api.example.org/v1/lenders/robin%3B1x.json', 'https://api.example.org/v1/lenders/***x.json'],
  ['https://api.example.org/v1/teams.json?q=a/loans', 'https://api.example.org/v1/teams.json?q=a/***'],
  [
    'https://api.example.org/v1/loans/search.json?q=a%2Frobin%3B1',
    'https://api.example.org/v1/loans/search.json?q=a%2F***',
  ],
  ['https://api.example.org/x?oauth_token=abc&y=1?z', 'https://api.example.org/x?oauth_token=***&y=1?z'],
  ['https://api.example.org', 'https://api.example.org'],
])('%s is told as %s', (url, told) => {
  expect(maskUrl(url, secrets)).toBe(told)
})

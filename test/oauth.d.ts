/** The part of npm `oauth` that the tests use; the package has no types of its own. */
declare module 'oauth' {
  import type { IncomingMessage } from 'node:http'

  interface Failure {
    readonly statusCode: number
    readonly data: string
  }

  export class OAuth {
    constructor(
      requestUrl: string,
      accessUrl: string,
      consumerKey: string,
      consumerSecret: string,
      version: string,
      callback: string,
      signatureMethod: 'HMAC-SHA1' | 'PLAINTEXT' | 'HMAC-SHA256',
      nonceSize?: number,
      headers?: Readonly<Record<string, string>>,
    )
    _getTimestamp(): number
    _getNonce(size: number): string
    _normaliseRequestParams(parameters: Readonly<Record<string, string | readonly string[]>>): string
    _getSignature(method: string, url: string, parameters: string, tokenSecret: string): string
    getOAuthRequestToken(
      done: (error: Failure | null, token: string, secret: string, rest: Record<string, string>) => void,
    ): void
    getOAuthAccessToken(
      token: string,
      secret: string,
      verifier: string,
      done: (error: Failure | null, token: string, secret: string, rest: Record<string, string>) => void,
    ): void
    get(
      url: string,
      token: string,
      secret: string,
      done: (error: Failure | null, data: string, response: IncomingMessage) => void,
    ): void
  }
}

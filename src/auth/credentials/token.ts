/** A token of either kind. */
export interface Token {
  readonly token: string
  readonly tokenSecret: string
}

export interface RequestToken extends Token {
  readonly callbackConfirmed: boolean
}

export interface AccessToken extends Token {
  /** As the service grants it; `undefined` when it doesn't say. */
  readonly scope: readonly string[] | undefined
}

/** What was asked for, as error messages name it. */
export type TokenCall = 'a request token' | 'an access token'

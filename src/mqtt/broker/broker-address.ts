// Where the broker is and who this is to it, from the settings or from the address.
import type { IClientOptions } from 'mqtt';

/** Address and credentials of the broker. */
export interface BrokerAddress {
  readonly url: URL;
  readonly clientId: string;
  /** Empty: that of the URL, if any. */
  readonly user: string;
  readonly password: string;
  /** PEM of the certificate authority to trust; undefined: Node's defaults. */
  readonly ca: Buffer | undefined;
}

/**
 * The URL for the client library, without user and password: the library would prefer them to the given
 * ones, and splits them at the last colon of the decoded text, which may belong to the password.
 */
export const toPlaceHref = ({ url }: Pick<BrokerAddress, 'url'>): string => {
  const place = new URL(url);
  place.username = '';
  place.password = '';
  return place.href;
};

/** Credentials as options of the client library. */
export const toCredentials = (
  address: Omit<BrokerAddress, 'clientId'>,
): Pick<IClientOptions, 'username' | 'password' | 'ca'> => {
  const username = address.user === '' ? fromUrl(address.url.username) : address.user;
  const password = address.password === '' ? fromUrl(address.url.password) : address.password;
  return {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(address.ca !== undefined && { ca: address.ca }),
  };
};

/** Decodes escapes; a percent sign without one is kept. */
const fromUrl = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

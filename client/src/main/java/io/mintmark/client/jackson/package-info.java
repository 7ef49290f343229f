/** Numeric ids as texts in JSON, for any {@code ObjectMapper}. */
package io.mintmark.client.jackson;

/** How ids that are numbers are written in JSON, for any {@code ObjectMapper}. */
package io.mintmark.client.jackson;

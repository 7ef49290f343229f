/** Routes, parameters, headers, error types and replies, as RavenDB's clients know them; names only, no behaviour. */
package io.mintmark.protocol;

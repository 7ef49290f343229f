/** Identifiers of 128 bits that need no counter: UUID versions 4 and 7, monotonic ULID, TypeID. */
package io.mintmark.uuid;

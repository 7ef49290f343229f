/** Several requests in one: parsed, answered one after the other, and written while that goes on. */
@NullMarked
package io.mintmark.server.documents.multiget;

import org.jspecify.annotations.NullMarked;

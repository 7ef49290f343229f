/** What is asked of counters, and what they answer: ranges, returns, identities, and the document that shows a counter. */
@NullMarked
package io.mintmark.server.storage.counter;

import org.jspecify.annotations.NullMarked;

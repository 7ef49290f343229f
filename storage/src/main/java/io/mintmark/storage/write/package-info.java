/**
 * What can be asked of a database that changes it: one type for each, with what it promises, what it answers and what
 * refuses it. Counters are meant by their names, and one is shown as a document.
 */
@NullMarked
package io.mintmark.storage.write;

import org.jspecify.annotations.NullMarked;

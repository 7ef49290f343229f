/** What can be asked of a database that changes it: one type for each, with what it promises and what refuses it. */
@NullMarked
package io.mintmark.storage.write;

import org.jspecify.annotations.NullMarked;

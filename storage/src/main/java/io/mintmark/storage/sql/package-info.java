/** Reads in SQL, said once for the engines that speak it; each adds what it spells otherwise. */
@NullMarked
package io.mintmark.storage.sql;

import org.jspecify.annotations.NullMarked;

/** JSON read once and kept as received: members are cut out of the bytes, numbers keep their text. */
@NullMarked
package io.mintmark.support.json;

import org.jspecify.annotations.NullMarked;

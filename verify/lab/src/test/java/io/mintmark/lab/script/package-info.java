/** The bytes of hostile clients. */
@NullMarked
package io.mintmark.lab.script;

import org.jspecify.annotations.NullMarked;

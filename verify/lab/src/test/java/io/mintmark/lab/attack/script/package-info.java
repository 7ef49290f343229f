/** The bytes of hostile clients. */
@NullMarked
package io.mintmark.lab.attack.script;

import org.jspecify.annotations.NullMarked;

/** Bytes described as text: what hostile clients send stands in tables, not in code. */
@NullMarked
package io.mintmark.lab.template;

import org.jspecify.annotations.NullMarked;

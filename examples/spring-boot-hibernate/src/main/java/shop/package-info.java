/** A small shop: orders have numbers, invoices have document ids, and both are known before anything is stored. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;

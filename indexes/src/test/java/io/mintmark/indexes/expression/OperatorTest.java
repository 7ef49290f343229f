package io.mintmark.indexes.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorTest {
    private static final long[] EDGES = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -(1L << 32),
        -1_000,
        -7,
        -2,
        -1,
        0,
        1,
        2,
        7,
        1_000,
        1L << 32,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
    };

    @ParameterizedTest
    @EnumSource
    void shouldComputeWholeNumbersOf64BitsLikeLargerOnes(Operator operator) {
        for (long left : EDGES) {
            for (long right : EDGES) {
                if (right != 0 || !isDivision(operator)) {
                    String exact = large(operator, left, right);
                    assertThat(CanonicalJson.of(operator.apply(node(left), node(right)), TextLimit.VALUE_MAX))
                            .as("%d %s %d", left, operator, right)
                            .isEqualTo(exact);
                }
            }
        }
    }

    private static boolean isDivision(Operator operator) {
        return operator == Operator.DIVIDE || operator == Operator.REMAINDER;
    }

    private static String large(Operator operator, long left, long right) {
        BigInteger a = BigInteger.valueOf(left);
        BigInteger b = BigInteger.valueOf(right);
        BigInteger result = switch (operator) {
            case ADD -> a.add(b);
            case SUBTRACT -> a.subtract(b);
            case MULTIPLY -> a.multiply(b);
            case DIVIDE -> a.divide(b);
            case REMAINDER -> a.remainder(b);
        };
        return Numbers.text(new BigDecimal(result));
    }

    private static JsonNode node(long number) {
        return Trees.read(Long.toString(number));
    }

    @Test
    void shouldRefuseToDivideByZero() {
        for (Operator operator : new Operator[] {Operator.DIVIDE, Operator.REMAINDER}) {
            assertThatThrownBy(() -> operator.apply(node(7), node(0)))
                    .isInstanceOf(EvaluationException.class)
                    .hasMessageContaining("divided by zero");
        }
    }
}

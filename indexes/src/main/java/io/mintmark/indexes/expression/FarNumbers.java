package io.mintmark.indexes.expression;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A parser that hands on numbers which no library can represent as one that {@link Numbers} refuses. A document may
 * hold such a number in a member that nobody reads; only an expression that reads it has no value. Used by one thread.
 */
final class FarNumbers extends JsonParserDelegate {
    private static final BigInteger FAR = BigInteger.TEN.pow(2 * Numbers.DIGITS_MAX);

    FarNumbers(JsonParser parser) {
        super(parser);
    }

    @Override
    public NumberType getNumberType() throws IOException {
        try {
            return super.getNumberType();
        } catch (IOException | RuntimeException unreadable) {
            return currentToken() == JsonToken.VALUE_NUMBER_INT ? NumberType.BIG_INTEGER : NumberType.BIG_DECIMAL;
        }
    }

    @Override
    public BigInteger getBigIntegerValue() throws IOException {
        try {
            return super.getBigIntegerValue();
        } catch (IOException | RuntimeException unreadable) {
            return FAR;
        }
    }

    @Override
    public BigDecimal getDecimalValue() throws IOException {
        try {
            return super.getDecimalValue();
        } catch (IOException | RuntimeException unreadable) {
            return new BigDecimal(FAR);
        }
    }

    @Override
    public Number getNumberValue() throws IOException {
        return currentToken() == JsonToken.VALUE_NUMBER_INT ? getBigIntegerValue() : getDecimalValue();
    }

    @Override
    public Number getNumberValueExact() throws IOException {
        return getNumberValue();
    }
}

package io.mintmark.client.jackson;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Finds the members that hold ids by their names and types, and makes them texts. Stateless. */
final class NumberIdModifier extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription description, List<BeanPropertyWriter> members) {
        for (BeanPropertyWriter member : members) {
            if (!member.hasSerializer()) {
                adopt(member);
            }
        }
        return members;
    }

    private static void adopt(BeanPropertyWriter member) {
        String name = member.getName();
        JavaType type = member.getType();
        if (isIdName(name) && isWholeNumber(type)) {
            member.assignSerializer(NumberTextSerializer.ONE);
        } else if (name.endsWith("Ids") && isSequence(type) && isWholeNumber(type.getContentType())) {
            member.assignSerializer(NumberTextSerializer.SEVERAL);
        }
    }

    private static boolean isIdName(String name) {
        return name.equals("id") || name.endsWith("Id");
    }

    private static boolean isSequence(JavaType type) {
        return type.isArrayType() || type.isCollectionLikeType();
    }

    private static boolean isWholeNumber(JavaType type) {
        return type != null
                && (type.hasRawClass(long.class)
                        || type.hasRawClass(Long.class)
                        || type.hasRawClass(AtomicLong.class)
                        || type.hasRawClass(BigInteger.class));
    }
}

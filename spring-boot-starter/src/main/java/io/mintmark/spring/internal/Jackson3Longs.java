package io.mintmark.spring.internal;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Modules by which Jackson 3 writes longs as strings; it reads both forms by itself. */
public final class Jackson3Longs {
    private static final String NAME = "mintmark";

    private Jackson3Longs() {}

    /** Returns a module that changes nothing. */
    public static JacksonModule ofNone() {
        return new SimpleModule(NAME);
    }

    /** Returns a module for members that are marked as ids. */
    public static JacksonModule ofIds() {
        return new SimpleModule(NAME).setSerializerModifier(new IdsAsStrings());
    }

    /** Returns a module for every long, wherever it stands. */
    public static JacksonModule ofAll() {
        SimpleModule module = new SimpleModule(NAME);
        Longs.PLAIN.forEach(type -> module.addSerializer(type, ToStringSerializer.instance));
        return module.addSerializer(new OptionalAsString())
                .addSerializer(new ManyAsStrings<>(long[].class, LongStream::of))
                .addSerializer(new ManyAsStrings<>(LongStream.class, longs -> longs));
    }

    /** Writes members that are ids as strings. */
    private static final class IdsAsStrings extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> members) {
            for (BeanPropertyWriter member : members) {
                if (IdMembers.isWideId(
                        member.getType().getRawClass(), member.getMember().annotations())) {
                    member.assignSerializer(ToStringSerializer.instance);
                }
            }
            return members;
        }
    }

    /** Writes nothing as null, as Jackson does. */
    private static final class OptionalAsString extends StdScalarSerializer<OptionalLong> {
        private static final long serialVersionUID = 1L;

        OptionalAsString() {
            super(OptionalLong.class);
        }

        @Override
        public boolean isEmpty(SerializationContext context, @Nullable OptionalLong value) {
            return value == null || value.isEmpty();
        }

        @Override
        public void serialize(OptionalLong value, JsonGenerator json, SerializationContext context) {
            if (value.isPresent()) {
                json.writeString(Long.toString(value.getAsLong()));
            } else {
                json.writeNull();
            }
        }
    }

    /** Writes several longs as Jackson writes several strings. */
    private static final class ManyAsStrings<T> extends StdSerializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<T, LongStream> longs;

        ManyAsStrings(Class<T> type, Function<T, LongStream> longs) {
            super(type);
            this.longs = longs;
        }

        @Override
        public boolean isEmpty(SerializationContext context, @Nullable T value) {
            return value == null || (value instanceof long[] array && array.length == 0);
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializationContext context) {
            context.writeValue(json, Longs.texts(longs.apply(value)));
        }

        @Override
        public void serializeWithType(T value, JsonGenerator json, SerializationContext context, TypeSerializer types) {
            WritableTypeId id = types.writeTypePrefix(json, context, types.typeId(value, JsonToken.START_ARRAY));
            for (String text : Longs.texts(longs.apply(value))) {
                json.writeString(text);
            }
            types.writeTypeSuffix(json, context, id);
        }
    }
}

package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Ids;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Numeric ids as strings where Jackson 3 writes JSON. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
@ConditionalOnProperty("mintmark.json.ids")
final class Jackson3Configuration {

    @Bean
    JacksonModule mintmarkJackson3Module(MintmarkProperties properties) {
        SimpleModule module = new SimpleModule("mintmark");
        Ids ids = properties.json().ids();
        if (ids == Ids.STRINGS) {
            module.setSerializerModifier(new IdsAsStrings());
        } else if (ids == Ids.ALL_LONGS_AS_STRINGS) {
            module.addSerializer(Long.class, ToStringSerializer.instance);
            module.addSerializer(long.class, ToStringSerializer.instance);
        }
        return module;
    }

    /** Writes members that are ids as strings. */
    private static final class IdsAsStrings extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> members) {
            for (BeanPropertyWriter member : members) {
                if (IdMembers.isLongId(
                        member.getType().getRawClass(), member.getMember().annotations())) {
                    member.assignSerializer(ToStringSerializer.instance);
                }
            }
            return members;
        }
    }
}
